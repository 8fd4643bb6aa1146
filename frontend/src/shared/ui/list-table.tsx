import { ArrowDown, ArrowDownWideNarrow, ArrowUp, ArrowUpNarrowWide, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMessages } from '../i18n/locale.ts'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { SelectField } from './fields.tsx'
import styles from './list-table.module.css'
import { useMediaQuery } from './use-media-query.ts'

/** A column header. */
export interface Head<By extends string = never> extends Partial<SortChoice<By>> {
  label: string
  /** Hidden visually but announced: for a column of buttons. */
  quiet?: boolean
  numeric?: boolean
}

/**
 * The rows of a list as a table; in a narrow window each row is a block, values have labels, and the order is a
 * separate field.
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
  /** A checkbox that selects all rows, with or without a visible label. */
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

/** A header that sorts the list: its first direction, then the other, then the default order. */
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

/** A select for the order, if there are no headers to press. */
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

/** A sort key and its direction. */
export interface Sort<By extends string = string> {
  by: By
  direction: 'asc' | 'desc'
}

/** A possible sort key. */
interface SortChoice<By extends string> {
  by: By
  label: string
  /** The first direction: ascending unless set. */
  first?: Sort['direction']
}

/** A list's current order and its options. */
export interface TableOrder<By extends string> {
  sort: Sort<By>
  usual: Sort<By>
  onSort: (sort: Sort<By>) => void
  /** Sort keys without a column. */
  others?: readonly SortChoice<By>[]
}

/** Parses the URL form: `title`, or `-title` for descending. */
export function readSort<By extends string>(
  text: string | null | undefined,
  columns: readonly By[],
  usual: Sort<By>,
): Sort<By> {
  const name = text?.replace(/^-/, '')
  const by = columns.find((column) => column === name)
  return by ? { by, direction: text?.startsWith('-') ? 'desc' : 'asc' } : usual
}

/** Empty for the default order: URLs contain only what was chosen. */
export function printSort<By extends string>({ by, direction }: Sort<By>, usual: Sort<By>): string {
  if (by === usual.by && direction === usual.direction) return ''
  return direction === 'desc' ? `-${by}` : by
}

/** The order after a header press: its own first direction, then the other, then the default order. */
export function nextSort<By extends string>(
  now: Sort<By>,
  { by, first, usual }: { by: By; first: Sort['direction']; usual: Sort<By> },
): Sort<By> {
  if (now.by !== by) return { by, direction: first }
  if (now.direction === first) return { by, direction: turned(first) }
  return usual.by === by ? { by, direction: first } : usual
}

const turned = (direction: Sort['direction']): Sort['direction'] => (direction === 'asc' ? 'desc' : 'asc')
