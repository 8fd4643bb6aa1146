import { ChartColumn, Table } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Button } from '../../shared/ui/button.tsx'
import { keyboardScrollable } from '../../shared/ui/keyboard-scrollable.ts'
import styles from './chart.module.css'

/** A plot with its words: a title, a sentence that says it all, and the same figures as a table on demand. */
export function ChartFrame({
  title,
  summary,
  columns,
  rows,
  children,
}: {
  title: string
  summary: string
  columns: readonly string[]
  rows: readonly (readonly string[])[]
  children: ReactNode
}) {
  const { dashboard } = useMessages()
  const [tabular, setTabular] = useState(false)
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <header className={styles.header}>
        <h2 id={id}>{title}</h2>
        <Button variant="ghost" size="small" onClick={() => setTabular(!tabular)}>
          {tabular ? <ChartColumn aria-hidden size={16} /> : <Table aria-hidden size={16} />}
          {tabular ? dashboard.chartView : dashboard.tableView}
        </Button>
      </header>
      {tabular ? (
        <div className={styles.scroller} {...keyboardScrollable}>
          <table aria-labelledby={id} className={styles.table}>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(([day, ...values]) => (
                <tr key={day}>
                  <th scope="row">{day}</th>
                  {values.map((value, position) => (
                    <td key={columns[position + 1]} data-numeric>
                      {value}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <figure className={styles.figure}>
          {children}
          <figcaption className={styles.summary}>{summary}</figcaption>
        </figure>
      )}
    </section>
  )
}
