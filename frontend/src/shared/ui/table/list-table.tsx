import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { useMediaQuery } from '../use-media-query.ts'
import type { SortChoice, TableOrder } from './sort.ts'
import { SortField } from './sort-field.tsx'
import { SortHead } from './sort-head.tsx'
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
