import { ChartColumn, Table } from 'lucide-react'
import { createElement, type ReactNode, useId, useState } from 'react'
import { useMessages } from '../../i18n/locale.ts'
import { Button } from '../button.tsx'
import { keyboardScrollable } from '../keyboard-scrollable.ts'
import styles from './plot.module.css'

/** The same figures as a plot, as one sentence and as a table: the first cell of each row names it. */
export interface PlotWords {
  title: string
  /** A sentence that says what the plot shows. */
  summary: string
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}

/** A plot with its words: a title, a sentence that says it all, and the same figures as a table on demand. */
export function PlotFrame({
  title,
  summary,
  columns,
  rows,
  level = 2,
  children,
}: PlotWords & { level?: 2 | 3; children: ReactNode }) {
  const { plot } = useMessages()
  const [tabular, setTabular] = useState(false)
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <header className={styles.header}>
        {createElement(`h${level}`, { id }, title)}
        <Button variant="ghost" size="small" onClick={() => setTabular(!tabular)}>
          {tabular ? <ChartColumn aria-hidden size={16} /> : <Table aria-hidden size={16} />}
          {tabular ? plot.chartView : plot.tableView}
          <span className="visually-hidden">{title}</span>
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
              {rows.map(([name, ...values]) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
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
