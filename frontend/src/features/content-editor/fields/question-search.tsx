import type { Question } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { Plus, Search } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { adminApi } from '../../../shared/api/client.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { useErrorText } from '../../../shared/ui/error-text.ts'
import { TextField } from '../../../shared/ui/fields.tsx'
import { useContentMessages } from '../content-messages.ts'
import styles from './fields.module.css'

/** Finds questions by their words, to be chosen one by one. */
export function QuestionSearch({
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
        await adminApi.get<{ data: Pick<Question, 'id' | 'title' | 'category'>[] }>(
          '/api/questions/unified',
          {
            query: { search, pageSize: 8 },
            signal,
          },
        )
      ).data,
    enabled: search !== '',
  })
  const find = () => setSearch(typed.trim())
  // Enter in a field sends the form that it stands in.
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
