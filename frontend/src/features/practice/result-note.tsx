import { useEffect, useRef, useState } from 'react'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import { Markdown } from '../../shared/ui/markdown/markdown.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import type { Graded, RunQuestion } from './graded.ts'
import styles from './result-note.module.css'

/** Right or not, and why. Takes the focus, so that what changed is what is read next. */
export function ResultNote({ question, graded }: { question: RunQuestion; graded: Graded }) {
  const { practice, common } = useMessages()
  const format = useFormat()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.closest('section')?.scrollIntoView({ block: 'nearest' })
  }, [])

  const rightAnswer = question.options
    .filter((option) => graded.correctOptionIds.includes(option.id))
    .map((option) => option.text)
    .join('; ')
  const points = graded.points ?? 0
  // Points that come after the verdict are announced by themselves.
  const [pointsAtFirst] = useState(points)
  return (
    <section
      aria-labelledby="result"
      className={classNames(styles.result, graded.isCorrect ? styles.right : styles.wrong)}
    >
      <p role="status" className="visually-hidden">
        {graded.isCorrect ? practice.announceRight(pointsAtFirst) : practice.announceWrong(rightAnswer)}
      </p>
      <h2 id="result" ref={heading} tabIndex={-1} className={styles.heading}>
        {graded.isCorrect ? practice.resultRight : practice.resultWrong}
        <span aria-live="polite" className={styles.points}>
          {points > 0 && (
            <Tag tone="ok">
              <span aria-hidden>{format.signed(points)}</span>
              <span className="visually-hidden">{common.points(points)}</span>
            </Tag>
          )}
        </span>
      </h2>
      <div aria-live="polite" className={styles.notes}>
        {graded.waiting && <p>{practice.waits}</p>}
        {graded.overruled && <p>{practice.overruled}</p>}
      </div>
      {graded.explanation && <Markdown text={graded.explanation} />}
    </section>
  )
}
