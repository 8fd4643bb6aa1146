import { TEXT_MAX } from '@rehearse/contracts/constants'
import { useQuery } from '@tanstack/react-query'
import { ListFilter, Search } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useStatusMessages } from '../../shared/admin/status-messages.en.ts'
import { categoriesQuery, learningPathsQuery, sectionsQuery, topicsQuery } from '../../shared/api/catalog.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Button } from '../../shared/ui/button.tsx'
import { SelectField, TextField } from '../../shared/ui/fields.tsx'
import { contentStatuses, type QuestionFilters } from './api.ts'
import { useManagerMessages } from './messages.en.ts'
import styles from './question-manager.module.css'

/** Filters are set, then applied: by Search, Filter, or Enter in the search field. */
export function FilterBar({
  applied,
  onApply,
}: {
  applied: QuestionFilters
  onApply: (filters: QuestionFilters) => void
}) {
  const manager = useManagerMessages()
  const { names } = useStatusMessages()
  const { difficulty } = useMessages()
  const { data: categories = [] } = useQuery(categoriesQuery)
  const { data: paths = [] } = useQuery(learningPathsQuery)
  const { data: topics = [] } = useQuery(topicsQuery)
  const { data: sections = [] } = useQuery(sectionsQuery)
  const [draft, setDraft] = useState(applied)
  const set = (name: keyof QuestionFilters, value: string) => setDraft({ ...draft, [name]: value })
  const all = { value: '', label: manager.all }
  const named = (entries: readonly { id: string; name: string }[]) => [
    all,
    ...entries.map((entry) => ({ value: entry.id, label: entry.name })),
  ]
  const selects = [
    { name: 'category', label: manager.category, choices: named(categories) },
    {
      name: 'difficulty',
      label: manager.difficulty,
      choices: [
        all,
        ...(['easy', 'medium', 'hard'] as const).map((level) => ({ value: level, label: difficulty[level] })),
      ],
    },
    { name: 'learningPath', label: manager.learningPath, choices: named(paths) },
    { name: 'topic', label: manager.topic, choices: named(topics) },
    { name: 'sectionId', label: manager.section, choices: named(sections) },
    {
      name: 'status',
      label: manager.status,
      choices: [
        all,
        ...(['active', 'inactive', 'unapproved'] as const).map((status) => ({
          value: status,
          label: manager.statuses[status],
        })),
        ...contentStatuses.map((status) => ({ value: status, label: names[status] })),
      ],
    },
  ] as const

  const submit = (event: FormEvent) => {
    event.preventDefault()
    onApply(draft)
  }
  return (
    <search>
      <form onSubmit={submit} aria-label={manager.filters} className={styles.bar}>
        <div className={styles.words}>
          <TextField
            label={manager.search}
            type="search"
            maxLength={TEXT_MAX.search}
            placeholder={manager.searchPlaceholder}
            value={draft.search ?? ''}
            onChange={(event) => set('search', event.target.value)}
          />
          <Button type="submit">
            <Search aria-hidden size={16} />
            {manager.search}
          </Button>
          {Object.values(applied).some(Boolean) && (
            <Button variant="ghost" onClick={() => onApply({})}>
              {manager.clear}
            </Button>
          )}
        </div>
        <div className={styles.places}>
          {selects.map(({ name, label, choices }) => (
            <SelectField
              key={name}
              label={label}
              value={draft[name] ?? ''}
              onChange={(event) => set(name, event.target.value)}
              choices={choices}
            />
          ))}
          <Button onClick={() => onApply({ ...draft, search: applied.search ?? '' })}>
            <ListFilter aria-hidden size={16} />
            {manager.filter}
          </Button>
        </div>
      </form>
    </search>
  )
}
