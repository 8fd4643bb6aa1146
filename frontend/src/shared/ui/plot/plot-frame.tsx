import { ChartColumn, Table } from 'lucide-react'
import { createElement, type ReactNode, useEffect, useId, useState } from 'react'
import { useMessages } from '../../i18n/locale.ts'
import { Button } from '../button.tsx'
import { keyboardScrollable } from '../keyboard.ts'
import styles from './plot.module.css'

/** The data of a plot as a sentence and a table: the first cell of each row names it. */
export interface PlotWords {
  title: string
  /** A sentence that describes the plot. */
  summary: string
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}

/** A plot with a title, a sentence that describes it, and its data as an optional table. */
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

const INITIAL_WIDTH = 720

/** The width of an element in pixels: a plot drawn at its actual width keeps its labels readable on a phone. */
export function useWidth(): [number, (element: Element | null) => void] {
  const [element, setElement] = useState<Element | null>(null)
  const [width, setWidth] = useState(INITIAL_WIDTH)
  useEffect(() => {
    if (!element) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setWidth(Math.round(entry.contentRect.width))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return [width, setElement]
}

interface Word {
  key: string
  /** The center it should have. */
  x: number
}

/**
 * Positions the labels below a plot: none extends beyond the ends, and of two that overlap the later one is kept,
 * because the last marks the present.
 * @param words the labels, from left to right
 * @param room the width of a label
 * @returns the center of each label that fits
 */
export function placeWords(words: readonly Word[], width: number, room: number): Map<string, number> {
  const placed = new Map<string, number>()
  let next = Number.POSITIVE_INFINITY
  for (const { key, x } of words.toReversed()) {
    const middle = Math.max(room / 2, Math.min(width - room / 2, x))
    if (next - middle < room) continue
    placed.set(key, middle)
    next = middle
  }
  return placed
}
