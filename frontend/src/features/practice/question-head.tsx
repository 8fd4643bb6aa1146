import { lazy, type Ref, Suspense } from 'react'
import { useSession } from '../../shared/api/session.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useLocale, useMessages } from '../../shared/i18n/locale.ts'
import { InlineCode } from '../../shared/ui/markdown/inline-code.tsx'
import { Markdown } from '../../shared/ui/markdown/markdown.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import type { RunQuestion } from './grade-locally.ts'
import questionAudioStyles from './question-audio.module.css'
import styles from './question-view.module.css'

const WhyThisOne = lazy(() => import('./why-this-one.tsx'))
const QuestionTools = lazy(() => import('./question-tools.tsx'))

/** The question, with everything known about it before it is answered. */
export function QuestionHead({
  ref,
  question,
  seconds,
}: {
  ref?: Ref<HTMLHeadingElement>
  question: RunQuestion
  /** Time on this question so far; omitted if another timer counts. */
  seconds?: number
}) {
  const { practice, difficulty } = useMessages()
  const format = useFormat()
  const language = useLocale((state) => state.language)
  return (
    <>
      <div className={styles.tags}>
        <Tag>{difficulty[question.difficulty]}</Tag>
        <Tag>{question.category}</Tag>
        {language !== (question.language ?? 'en') && <Tag>{practice.inEnglish}</Tag>}
        {seconds !== undefined && (
          <span role="timer" aria-label={practice.timeOnQuestion} data-numeric className={styles.timer}>
            {format.stopwatch(seconds)}
          </span>
        )}
      </div>
      <h1 id="question" ref={ref} tabIndex={-1} dir="auto" className={styles.title}>
        <InlineCode text={question.title} />
      </h1>
      <Markdown text={question.content} />
      <QuestionAudio url={question.audioQuestion} of="question" />
    </>
  )
}

/** Bookmark, note and report, after the answers, for signed-in learners; and why adaptive practice chose the question. */
export function Tools({ question: { id, reason } }: { question: RunQuestion }) {
  const session = useSession()
  if (!session) return null
  return (
    <div className={styles.tools}>
      <Suspense>
        <QuestionTools questionId={id} />
        {reason && <WhyThisOne reason={reason} />}
      </Suspense>
    </div>
  )
}

/** Plays the audio of a question or its answer on request. */
export function QuestionAudio({ url, of }: { url: string | null; of: 'question' | 'answer' }) {
  const { practice } = useMessages()
  if (!url) return null
  const label = of === 'question' ? practice.audioQuestion : practice.audioAnswer
  return (
    <figure className={questionAudioStyles.audio}>
      <figcaption>{label}</figcaption>
      {/* biome-ignore lint/a11y/useMediaCaption: the spoken text is on the page */}
      <audio controls preload="none" src={url} aria-label={label} />
    </figure>
  )
}
