import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useMessages } from '../../../shared/i18n/locale.ts'
import { useErrorText } from '../../../shared/ui/error-text.ts'
import { IconButton } from '../../../shared/ui/icon-button.tsx'
import { Tag } from '../../../shared/ui/tag.tsx'
import { useContentMessages } from '../content-messages.ts'
import type { DraftItem } from './field.ts'
import styles from './fields.module.css'
import { useForm } from './form-context.ts'
import { planCheckQuery } from './plan-check.ts'
import { QuestionSearch } from './question-search.tsx'

/** The questions that a section of a plan has chosen, each with what is wrong with it; none: its category's are drawn. */
export function QuestionsField({
  path,
  value,
  onChange,
}: {
  path: string
  value: readonly string[]
  onChange: (ids: readonly string[]) => void
}) {
  const messages = useContentMessages()
  const { common } = useMessages()
  const errorText = useErrorText()
  const { disabled, draft, faults } = useForm()
  const sections = (draft.sections ?? []) as readonly DraftItem[]
  const at = Number(path.split('.')[1])
  const category = String(sections[at]?.draft.category ?? '')
  const earlier = sections.slice(0, at).flatMap((section) => section.draft.questions as readonly string[])
  const check = useQuery({
    ...planCheckQuery(category, value),
    placeholderData: keepPreviousData,
    enabled: category !== '' || value.length > 0,
  })
  const known = new Map(check.data?.questions.map((question) => [question.id, question]))

  return (
    <fieldset disabled={disabled} className={styles.items}>
      <legend>{messages.fields.questions}</legend>
      {check.isError && <p className={styles.error}>{errorText(check.error, messages.checkFailed)}</p>}
      {category !== '' && check.data && (
        <p className={check.data.available ? styles.hint : styles.error}>
          {messages.available(category, check.data.available)}
        </p>
      )}
      {value.length === 0 ? (
        <p className={styles.hint}>{messages.drawn}</p>
      ) : (
        <ol className={styles.chosen}>
          {value.map((id, position) => {
            const question = known.get(id)
            const isRepeated = earlier.includes(id) || value.indexOf(id) < position
            const isWrong = question?.state === 'missing' || question?.state === 'deleted'
            const title = question?.title ?? id
            return (
              <li key={`${id} ${value.slice(0, position).filter((one) => one === id).length}`}>
                <span dir="auto">{title}</span>
                {question && question.state !== 'open' && (
                  <Tag tone={isWrong ? 'bad' : 'quiet'}>{messages.questionStates[question.state]}</Tag>
                )}
                {isRepeated && <Tag tone="bad">{messages.repeated}</Tag>}
                {faults[`${path}.${position}`] && (
                  <span className={styles.error}>{faults[`${path}.${position}`]}</span>
                )}
                <IconButton
                  icon={X}
                  label={messages.remove(title)}
                  onClick={() => onChange(value.toSpliced(position, 1))}
                />
              </li>
            )
          })}
        </ol>
      )}
      <QuestionSearch
        label={messages.findQuestion}
        none={common.questions(0)}
        onAdd={(id) => onChange([...value, id])}
        chosen={[...earlier, ...value]}
      />
    </fieldset>
  )
}
