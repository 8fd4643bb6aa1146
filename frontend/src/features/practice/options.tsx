import { Check, X } from 'lucide-react'
import type { KeyboardEvent, Ref } from 'react'
import { useMessages } from '../../shared/i18n/locale.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import { Markdown } from '../../shared/ui/markdown/markdown.tsx'
import { OptionText } from '../../shared/ui/markdown/option-text.tsx'
import type { Graded, RunQuestion } from './grade-locally.ts'
import styles from './options.module.css'

/** The graded options: which are correct, which were chosen, and why. */
export function OptionResults({
  question,
  selected,
  graded,
}: {
  question: RunQuestion
  selected: readonly string[]
  graded: Pick<Graded, 'correctOptionIds' | 'feedback'>
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
            <OptionText text={option.text} />
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

/** The options to choose from: one, or several if more than one is correct. */
export function OptionChoices({
  ref,
  question,
  selected,
  disabled,
  onChange,
}: {
  ref: Ref<HTMLFieldSetElement>
  question: RunQuestion
  selected: readonly string[]
  disabled: boolean
  onChange: (selected: string[]) => void
}) {
  const { practice } = useMessages()
  const many = question.selection === 'many'
  const toggle = (id: string, on: boolean) => {
    if (!many) return onChange([id])
    onChange(on ? [...selected, id] : selected.filter((other) => other !== id))
  }
  return (
    <fieldset ref={ref} className={styles.options} disabled={disabled}>
      <legend className={many ? styles.legend : 'visually-hidden'}>
        {many ? practice.chooseMany : practice.chooseOne}
      </legend>
      {question.options.map((option, position) => (
        <label key={option.id} className={styles.choice}>
          <input
            type={many ? 'checkbox' : 'radio'}
            name={`answer-${question.id}`}
            value={option.id}
            checked={selected.includes(option.id)}
            onChange={(event) => toggle(option.id, event.target.checked)}
            onKeyDown={many ? moveByArrows : undefined}
          />
          <kbd aria-hidden className={styles.key}>
            {position < 9 ? position + 1 : ''}
          </kbd>
          <OptionText text={option.text} />
        </label>
      ))}
    </fieldset>
  )
}

/** Arrow keys already move between radio buttons; make checkboxes behave the same. */
function moveByArrows(event: KeyboardEvent<HTMLInputElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  const boxes = [
    ...(event.currentTarget.form?.querySelectorAll<HTMLInputElement>('input[type=checkbox]') ?? []),
  ]
  const next = (boxes.indexOf(event.currentTarget) + step + boxes.length) % boxes.length
  boxes[next]?.focus()
}
