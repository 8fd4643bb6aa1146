import { Plus, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { OptionMark } from '../../../shared/admin/option-mark.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { TextField } from '../../../shared/ui/fields.tsx'
import { IconButton } from '../../../shared/ui/icon-button.tsx'
import { useManagerMessages } from '../manager-messages.ts'
import styles from './options-editor.module.css'
import { type DraftOption, emptyOption, letterOf } from './question-draft.ts'

const MIN = 2
const MAX = 26

/** The options of a question: text, whether right, and why. */
export function OptionsEditor({
  options,
  single,
  disabled,
  error,
  onChange,
}: {
  options: readonly DraftOption[]
  single: boolean
  disabled: boolean
  error: string | undefined
  onChange: (options: DraftOption[]) => void
}) {
  const messages = useManagerMessages().form
  const id = useId()
  const change = (key: string, part: Partial<DraftOption>) =>
    onChange(options.map((option) => (option.key === key ? { ...option, ...part } : option)))
  const mark = (key: string, isCorrect: boolean) =>
    single
      ? onChange(options.map((option) => ({ ...option, isCorrect: option.key === key })))
      : change(key, { isCorrect })

  return (
    <fieldset
      disabled={disabled}
      aria-describedby={error ? `${id}-error` : undefined}
      data-fault={error ? true : undefined}
      className={styles.options}
    >
      <legend className={styles.legend}>{messages.options}</legend>
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
      {options.map((option, position) => {
        const letter = letterOf(position)
        return (
          <div key={option.key} className={styles.option}>
            <OptionMark
              type={single ? 'radio' : 'checkbox'}
              name={`${id}-correct`}
              letter={letter}
              label={messages.optionCorrect(letter)}
              checked={option.isCorrect}
              onChange={(event) => mark(option.key, event.target.checked)}
            />
            <TextField
              label={messages.option(letter)}
              hideLabel
              placeholder={messages.option(letter)}
              value={option.text}
              maxLength={4_000}
              onChange={(event) => change(option.key, { text: event.target.value })}
              dir="auto"
            />
            <TextField
              label={messages.feedback(letter)}
              hideLabel
              placeholder={messages.feedbackPlaceholder}
              value={option.feedback}
              maxLength={4_000}
              onChange={(event) => change(option.key, { feedback: event.target.value })}
              dir="auto"
            />
            <IconButton
              icon={Trash2}
              label={messages.removeOption(letter)}
              disabled={options.length <= MIN}
              onClick={() => onChange(options.filter((other) => other.key !== option.key))}
            />
          </div>
        )
      })}
      {options.length < MAX && (
        <Button variant="ghost" className={styles.add} onClick={() => onChange([...options, emptyOption()])}>
          <Plus aria-hidden size={16} />
          {messages.addOption}
        </Button>
      )}
    </fieldset>
  )
}
