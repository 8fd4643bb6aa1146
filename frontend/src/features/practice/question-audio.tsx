import { useMessages } from '../../shared/i18n/locale.ts'
import styles from './question-audio.module.css'

/** Reads a question or its answer out, when it is asked to. */
export function QuestionAudio({ url, of }: { url: string | null; of: 'question' | 'answer' }) {
  const { practice } = useMessages()
  if (!url) return null
  const label = of === 'question' ? practice.audioQuestion : practice.audioAnswer
  return (
    <figure className={styles.audio}>
      <figcaption>{label}</figcaption>
      {/* biome-ignore lint/a11y/useMediaCaption: what is said stands beside it */}
      <audio controls preload="none" src={url} aria-label={label} />
    </figure>
  )
}
