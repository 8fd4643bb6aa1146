import { SelectField, TextField } from '../../shared/ui/fields.tsx'
import type { Collection, Entry } from './collections/collection.ts'
import styles from './content-editor.module.css'
import { useContentMessages } from './content-messages.ts'
import type { ListView } from './list-view.ts'
import type { FieldName } from './messages/en.ts'

/** Narrows a list by its words, and by what its entries say. */
export function EntryFilters({
  collection,
  entries,
  view,
}: {
  collection: Collection
  entries: readonly Entry[]
  view: ListView
}) {
  const messages = useContentMessages()
  return (
    <search aria-label={messages.filters} className={styles.filters}>
      <TextField
        label={messages.search}
        type="search"
        value={view.term}
        onChange={(event) => view.narrow({ search: event.target.value })}
        dir="auto"
      />
      {collection.filters.map((field) => (
        <SelectField
          key={field}
          label={messages.fields[field as FieldName]}
          value={view.chosen(field)}
          onChange={(event) => view.narrow({ [field]: event.target.value })}
          choices={[
            { value: '', label: messages.all },
            ...valuesOf(entries, field).map((value) => ({ value, label: messages.choices[value] ?? value })),
          ]}
        />
      ))}
    </search>
  )
}

/** What there is to narrow by: only what some entry says. */
const valuesOf = (entries: readonly Entry[], field: string): string[] => [
  ...new Set(entries.flatMap((entry) => (typeof entry[field] === 'string' ? entry[field] : []))),
]
