import { classNames } from '../../shared/ui/class-names.ts'
import { InlineCode } from '../../shared/ui/markdown/inline-code.tsx'
import { Markdown } from '../../shared/ui/markdown/markdown.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import type { Graded, RunQuestion } from './grade-locally.ts'
import { usePracticeMessages } from './messages.en.ts'
import type { MockChoice } from './mock-questions.tsx'
import styles from './mock-test.module.css'
import { OptionResults } from './options.tsx'
import { TypedResult } from './typed-answer.tsx'

/** Each question of a finished test: its result, and opened, the answer and its explanation. */
export function MockReview({
  questions,
  answers,
  results,
}: {
  questions: readonly RunQuestion[]
  answers: readonly MockChoice[]
  results: ReadonlyMap<string, Graded | null>
}) {
  const messages = usePracticeMessages()
  return (
    <>
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
                  <Tag tone={answer && graded ? (graded.isCorrect ? 'ok' : 'bad') : 'quiet'}>
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
                {graded && (
                  <>
                    {question.prompt ? (
                      <TypedResult question={question} response={answer?.response} graded={graded} />
                    ) : (
                      <OptionResults question={question} selected={answer?.selected ?? []} graded={graded} />
                    )}
                    <Markdown text={graded.explanation} />
                  </>
                )}
              </details>
            </li>
          )
        })}
      </ol>
    </>
  )
}
