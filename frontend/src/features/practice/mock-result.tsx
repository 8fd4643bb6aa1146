import { useEffect, useRef, useState } from 'react'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { Figure, Figures } from '../../shared/ui/figure.tsx'
import { InlineCode } from '../../shared/ui/markdown/inline-code.tsx'
import { Markdown } from '../../shared/ui/markdown/markdown.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import type { Graded, RunQuestion } from './graded.ts'
import type { MockAnswer } from './mock-questions.tsx'
import styles from './mock-test.module.css'
import { OptionResults } from './option-results.tsx'
import { usePracticeMessages } from './practice-messages.ts'

/** How a test went: the score by the questions' own weights, and each question with its answer. */
export function MockResult({
  questions,
  answers,
  onAgain,
}: {
  questions: readonly RunQuestion[]
  answers: readonly MockAnswer[]
  onAgain: () => void
}) {
  const { practice } = useMessages()
  const messages = usePracticeMessages()
  const format = useFormat()
  const heading = useRef<HTMLHeadingElement>(null)
  const [results, setResults] = useState<ReadonlyMap<string, Graded | null>>()
  useEffect(() => {
    heading.current?.focus()
    let current = true
    void Promise.all(answers.map(async ({ questionId, graded }) => [questionId, await graded] as const)).then(
      (entries) => current && setResults(new Map(entries)),
    )
    return () => {
      current = false
    }
  }, [answers])

  const right = questions.filter(({ id }) => results?.get(id)?.isCorrect)
  const points = right.reduce((sum, question) => sum + question.points, 0)
  const all = questions.reduce((sum, question) => sum + question.points, 0)
  return (
    <section aria-labelledby="mock-result" className={styles.column}>
      <h1 id="mock-result" ref={heading} tabIndex={-1}>
        {messages.mockResultTitle}
      </h1>
      {!results && <Skeleton heights={[6]} />}
      {results && (
        <>
          <Figures>
            <Figure
              label={messages.mockScore}
              value={format.percent(all === 0 ? 0 : (points / all) * 100)}
              line={messages.mockScoreLine(format.number(points), format.number(all))}
              lit
            />
            <Figure
              label={practice.rightCount}
              value={format.number(right.length)}
              line={practice.position(format.number(right.length), format.number(questions.length))}
            />
            <Figure
              label={practice.time}
              value={format.stopwatch(answers.reduce((sum, { timeSpent }) => sum + timeSpent, 0))}
            />
          </Figures>
          <h2>{messages.mockReview}</h2>
          <ol className={classNames('plain-list', styles.review)}>
            {questions.map((question) => {
              const answer = answers.find(({ questionId }) => questionId === question.id)
              const graded = results.get(question.id)
              return (
                <li key={question.id}>
                  <details>
                    <summary className={styles.summary}>
                      <span dir="auto">
                        <InlineCode text={question.title} />
                      </span>
                      <Tag tone={graded ? (graded.isCorrect ? 'ok' : 'bad') : 'quiet'}>
                        {!answer
                          ? messages.mockOpen
                          : !graded
                            ? messages.mockUngraded
                            : graded.isCorrect
                              ? messages.mockRight
                              : messages.mockWrong}
                      </Tag>
                    </summary>
                    <Markdown text={question.content} />
                    {graded && answer && (
                      <>
                        <OptionResults question={question} selected={answer.selected} graded={graded} />
                        <Markdown text={graded.explanation} />
                      </>
                    )}
                  </details>
                </li>
              )
            })}
          </ol>
        </>
      )}
      <div className={styles.actions}>
        <Button variant="primary" onClick={onAgain}>
          {messages.mockAction}
        </Button>
        <ButtonLink to="/practice">{practice.otherModes}</ButtonLink>
      </div>
    </section>
  )
}
