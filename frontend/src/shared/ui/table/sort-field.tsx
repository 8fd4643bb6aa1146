import { ArrowDownWideNarrow, ArrowUpNarrowWide } from 'lucide-react'
import { useMessages } from '../../i18n/locale.ts'
import { SelectField } from '../fields.tsx'
import { IconButton } from '../icon-button.tsx'
import { type SortChoice, type TableOrder, turned } from './sort.ts'
import styles from './table.module.css'

/** The order, where there are no heads to press. */
export function SortField<By extends string>({
  choices,
  sort,
  onSort,
}: {
  choices: readonly SortChoice<By>[]
} & Pick<TableOrder<By>, 'sort' | 'onSort'>) {
  const { table } = useMessages()
  const ascending = sort.direction === 'asc'
  return (
    <div className={styles.sortField}>
      <SelectField
        label={table.sortBy}
        value={sort.by}
        choices={choices.map(({ by, label }) => ({ value: by, label }))}
        onChange={({ target }) => {
          const chosen = choices.find(({ by }) => by === target.value)
          if (chosen) onSort({ by: chosen.by, direction: chosen.first ?? 'asc' })
        }}
      />
      <IconButton
        icon={ascending ? ArrowUpNarrowWide : ArrowDownWideNarrow}
        label={ascending ? table.ascending : table.descending}
        onClick={() => onSort({ by: sort.by, direction: turned(sort.direction) })}
      />
    </div>
  )
}
