import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { Plus, Search, X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { adminApi } from '../../shared/api/client.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Button, IconButton } from '../../shared/ui/button.tsx'
import { TextField } from '../../shared/ui/fields.tsx'
import { useErrorText } from '../../shared/ui/load-failed.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import type { DraftItem } from './collection.ts'
import styles from './fields.module.css'
import { useForm } from './list-fields.tsx'
import { useContentMessages } from './messages.en.ts'

/**
 * The questions selected for a section of a plan or a step of a path, each with its problems. A section without any
 * selects from its category.
 */
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
  const { disabled, draft, fieldErrors } = useForm()
  // `sections.2.questions`, `steps.2.questionIds`
  const [list = '', at = '', field = ''] = path.split('.')
  const parts = (draft[list] ?? []) as readonly DraftItem[]
  const category = String(parts[Number(at)]?.draft.category ?? '')
  const earlier = parts.slice(0, Number(at)).flatMap((part) => part.draft[field] as readonly string[])
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
        <p className={styles.hint}>{list === 'sections' ? messages.drawn : messages.noneChosen}</p>
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
                {fieldErrors[`${path}.${position}`] && (
                  <span className={styles.error}>{fieldErrors[`${path}.${position}`]}</span>
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

/** Checks a section of a plan: its category, and its selected questions. */
const planCheckQuery = (category: string, questions: readonly string[]) =>
  queryOptions({
    queryKey: ['admin', 'data', 'plan-check', category, questions],
    queryFn: async ({ signal }) => {
      // Without a category yet, send one that can't exist.
      const section = { id: 'section', name: 'section', category: category || '-', questions }
      const reply = await adminApi.post('/api/guided-learning/plans/check', {
        body: { sections: [section] },
        signal,
      })
      return reply.data[0]
    },
  })

/** Searches for questions to select one by one. */
function QuestionSearch({
  label,
  none,
  chosen,
  onAdd,
}: {
  label: string
  none: string
  chosen: readonly string[]
  onAdd: (id: string) => void
}) {
  const messages = useContentMessages()
  const errorText = useErrorText()
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  const { data, error, isFetching } = useQuery({
    queryKey: ['admin', 'data', 'questions', 'find', search],
    queryFn: async ({ signal }) =>
      (
        await adminApi.get('/api/questions/unified', {
          query: { search, pageSize: 8 },
          signal,
        })
      ).data,
    enabled: search !== '',
  })
  const find = () => setSearch(typed.trim())
  // Enter in a field would submit the form around it.
  const findByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    find()
  }

  return (
    <div className={styles.find}>
      <div className={styles.findRow}>
        <TextField
          label={label}
          type="search"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={findByKey}
          dir="auto"
        />
        <Button onClick={find} pending={isFetching}>
          <Search aria-hidden size={16} />
          {messages.search}
        </Button>
      </div>
      {error && <p className={styles.error}>{errorText(error)}</p>}
      {data?.length === 0 && <p role="status">{none}</p>}
      {data && data.length > 0 && (
        <ul className={styles.chosen}>
          {data.map(({ id, title, category }) => (
            <li key={id}>
              <span dir="auto">
                {title} <small>{category}</small>
              </span>
              <Button size="small" disabled={chosen.includes(id)} onClick={() => onAdd(id)}>
                <Plus aria-hidden size={16} />
                {chosen.includes(id) ? messages.repeated : messages.add(title)}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
