import { SelectField } from '../../shared/ui/fields.tsx'
import type { Sort } from './list-filters.ts'
import { useManagerMessages } from './manager-messages.ts'
import styles from './question-table.module.css'

/** The order, where the table stands as blocks and has no heads to press. */
export function SortSelect({ sort, onSort }: { sort: Sort; onSort: (sort: Sort) => void }) {
  const messages = useManagerMessages()
  const names = {
    createdAt: messages.created,
    title: messages.question,
    usageCount: messages.used,
    updatedAt: messages.updated,
  }
  const choices = (Object.keys(names) as Sort['by'][]).flatMap((by) =>
    (['asc', 'desc'] as const).map((direction) => ({
      value: `${by} ${direction}`,
      label: `${names[by]}, ${direction === 'asc' ? messages.ascending : messages.descending}`,
    })),
  )
  return (
    <div className={styles.sortSelect}>
      <SelectField
        label={messages.sortBy}
        value={`${sort.by} ${sort.direction}`}
        choices={choices}
        onChange={(event) => {
          const [by, direction] = event.target.value.split(' ')
          onSort({ by, direction } as Sort)
        }}
      />
    </div>
  )
}
