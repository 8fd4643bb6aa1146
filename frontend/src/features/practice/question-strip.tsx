import { Check, X } from 'lucide-react'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import { useEndMessages } from './end-messages.en.ts'
import styles from './question-strip.module.css'
import type { RunState } from './use-run.ts'

/** All questions of the session with their result, and where the learner is. */
export function QuestionStrip({ run }: { run: RunState }) {
  const messages = useEndMessages()
  const { practice } = useMessages()
  const format = useFormat()
  const results = new Map(run.answers.map(({ question, isCorrect }) => [question.id, isCorrect]))
  const resultOf = (id: string, at: number): boolean | undefined => {
    if (!run.isRepeat) return results.get(id)
    return run.corrected.has(id) || (at < run.position ? false : undefined)
  }
  return (
    <ol aria-label={messages.strip} className={classNames('plain-list', styles.strip)}>
      {run.questions.map(({ id }, at) => {
        const isCorrect = resultOf(id, at)
        const label = practice.positionLabel(format.number(at + 1), format.number(run.total))
        const result = isCorrect === undefined ? '' : isCorrect ? practice.resultRight : practice.resultWrong
        return (
          <li
            key={id}
            aria-current={at === run.position ? 'step' : undefined}
            className={classNames(
              styles.cell,
              isCorrect === true && styles.right,
              isCorrect === false && styles.wrong,
            )}
          >
            <span className="visually-hidden">
              {label} {result}
            </span>
            <span aria-hidden data-numeric>
              {isCorrect === undefined ? (
                format.number(at + 1)
              ) : isCorrect ? (
                <Check size={16} />
              ) : (
                <X size={16} />
              )}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
