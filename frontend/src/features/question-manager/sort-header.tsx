import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { Sort } from './list-filters.ts'
import styles from './question-table.module.css'

/** A column that the list can be ordered by: pressed once, then the other way round. */
export function SortHeader({
  column,
  label,
  sort,
  onSort,
}: {
  column: Sort['by']
  label: string
  sort: Sort
  onSort: (sort: Sort) => void
}) {
  const active = sort.by === column
  const ascending = sort.direction === 'asc'
  const Icon = active ? (ascending ? ArrowUp : ArrowDown) : ChevronsUpDown
  return (
    <th scope="col" aria-sort={active ? (ascending ? 'ascending' : 'descending') : undefined}>
      <button
        type="button"
        className={styles.sort}
        onClick={() => onSort({ by: column, direction: active ? turned(sort) : firstDirection(column) })}
      >
        {label}
        <Icon aria-hidden size={14} />
      </button>
    </th>
  )
}

const turned = ({ direction }: Sort) => (direction === 'asc' ? 'desc' : 'asc')
/** Words from the first letter on; times and counts from the top. */
const firstDirection = (column: Sort['by']) => (column === 'title' ? 'asc' : 'desc')
