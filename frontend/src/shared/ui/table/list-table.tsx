import { ArrowDown, ArrowDownWideNarrow, ArrowUp, ArrowUpNarrowWide, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useCallback, useSyncExternalStore } from 'react'
import { useMessages } from '../../i18n/locale.ts'
import { classNames } from '../class-names.ts'
import { SelectField } from '../fields.tsx'
import { IconButton } from '../icon-button.tsx'
import type { SortChoice, TableOrder } from './sort.ts'
import { nextSort, turned } from './sort.ts'
import styles from './table.module.css'

/** The head of a column. */
export interface Head<By extends string = never> extends Partial<SortChoice<By>> {
  label: string
  /** Read out, not shown: for a column of buttons. */
  quiet?: boolean
  numeric?: boolean
}

/**
 * The rows of a list, as a real table; in a window that is narrower than it needs, each row stands as a block, figures
 * bear their names, and the order has a field of its own.
 */
export function ListTable<By extends string = never>({
  label,
  heads,
  order,
  pageBox,
  needs = '64rem',
  className,
  children,
}: {
  label: string
  heads: readonly Head<By>[]
  order?: TableOrder<By>
  /** A box that chooses all rows, with or without its words. */
  pageBox?: (named: boolean) => ReactNode
  needs?: string
  className?: string | undefined
  children: ReactNode
}) {
  const stacked = useMediaQuery(`(max-width: ${needs})`)
  return (
    <>
      {stacked && (pageBox || order) && (
        <div className={styles.tools}>
          {pageBox?.(true)}
          {order && <SortField choices={[...(order.others ?? []), ...heads.filter(isChoice)]} {...order} />}
        </div>
      )}
      <table
        aria-label={label}
        data-stacked={stacked || undefined}
        className={classNames(styles.table, className)}
      >
        <thead>
          <tr>
            {pageBox && <td>{!stacked && pageBox(false)}</td>}
            {heads.map((head) =>
              order && isChoice(head) && !stacked ? (
                <SortHead key={head.label} head={head} order={order} />
              ) : (
                <th key={head.label} scope="col" data-numeric={head.numeric || undefined}>
                  {head.quiet ? <span className="visually-hidden">{head.label}</span> : head.label}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </>
  )
}

const isChoice = <By extends string>(head: Head<By>): head is Head<By> & SortChoice<By> =>
  head.by !== undefined

/** Whether the window answers to a media query; for what can't be said in a stylesheet alone. */
function useMediaQuery(query: string): boolean {
  const listen = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    [query],
  )
  return useSyncExternalStore(listen, () => window.matchMedia(query).matches)
}

/** A head that orders the list: pressed once, then the other way round, then as it usually is. */
function SortHead<By extends string>({
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

/** The order, where there are no heads to press. */
function SortField<By extends string>({
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
