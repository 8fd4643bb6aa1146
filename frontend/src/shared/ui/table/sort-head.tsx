import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { nextSort, type SortChoice, type TableOrder } from './sort.ts'
import styles from './table.module.css'

/** A head that orders the list: pressed once, then the other way round, then as it usually is. */
export function SortHead<By extends string>({
  head: { by, label, first = 'asc', numeric },
  order: { sort, usual, onSort },
}: {
  head: SortChoice<By> & { numeric?: boolean }
  order: TableOrder<By>
}) {
  const active = sort.by === by
  const ascending = sort.direction === 'asc'
  const Icon = active ? (ascending ? ArrowUp : ArrowDown) : ChevronsUpDown
  return (
    <th
      scope="col"
      aria-sort={active ? (ascending ? 'ascending' : 'descending') : undefined}
      data-numeric={numeric || undefined}
    >
      <button
        type="button"
        className={styles.sort}
        onClick={() => onSort(nextSort(sort, { by, first, usual }))}
      >
        {label}
        <Icon aria-hidden size={13} />
      </button>
    </th>
  )
}
