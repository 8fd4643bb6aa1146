import { useMessages } from '../i18n/locale.ts'
import styles from './level-dots.module.css'

const dots = { beginner: 1, easy: 1, intermediate: 2, medium: 2, advanced: 3, hard: 3, expert: 3 } as const

/** A difficulty in a list: one to three of three dots are filled. */
export function LevelDots({ level }: { level: keyof typeof dots }) {
  const { difficulty } = useMessages()
  return (
    <svg role="img" aria-label={difficulty[level]} viewBox="0 0 34 10" className={styles.dots}>
      <title>{difficulty[level]}</title>
      {[0, 1, 2].map((at) => (
        <circle key={at} cx={5 + at * 12} cy="5" r="3.75" data-filled={at < dots[level] || undefined} />
      ))}
    </svg>
  )
}
