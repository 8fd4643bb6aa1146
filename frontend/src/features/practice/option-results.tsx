import { Check, X } from 'lucide-react'
import { useMessages } from '../../shared/i18n/locale.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import { Markdown } from '../../shared/ui/markdown/markdown.tsx'
import type { Graded, RunQuestion } from './graded.ts'
import styles from './options.module.css'

/** The same options, judged: which were right, which were chosen, and why. */
export function OptionResults({
  question,
  selected,
  graded,
}: {
  question: RunQuestion
  selected: readonly string[]
  graded: Graded
}) {
  const { practice } = useMessages()
  return (
    <ul className={classNames('plain-list', styles.options)}>
      {question.options.map((option, position) => {
        const right = graded.correctOptionIds.includes(option.id)
        const chosen = selected.includes(option.id)
        const feedback = graded.feedback.get(option.id)
        return (
          <li
            key={option.id}
            className={classNames(styles.result, right && styles.right, chosen && !right && styles.wrong)}
          >
            <kbd aria-hidden className={styles.key}>
              {position < 9 ? position + 1 : ''}
            </kbd>
            <Markdown text={option.text} compact />
            {(right || chosen) && (
              <span className={styles.mark}>
                {right ? <Check aria-hidden size={18} /> : <X aria-hidden size={18} />}
                {right && !chosen && question.selection === 'many'
                  ? practice.markMissed
                  : right
                    ? practice.markRight
                    : practice.markYours}
              </span>
            )}
            {feedback && (
              <div className={styles.why}>
                <Markdown text={feedback} compact />
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}
