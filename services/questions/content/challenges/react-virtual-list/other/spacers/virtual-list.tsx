import { type ReactNode, useEffect, useRef, useState } from 'react'

export interface VirtualListProps<T> {
  label: string
  items: readonly T[]
  rowHeight: number
  height: number
  overscan?: number
  renderRow: (item: T, index: number) => ReactNode
}

/** The numbers of the rows from `from` up to, but without, `to`. */
const range = (from: number, to: number) => Array.from({ length: Math.max(to - from, 0) }, (_, at) => from + at)

export function VirtualList<T>(props: VirtualListProps<T>) {
  const { label, items, rowHeight, height, renderRow } = props
  const overscan = props.overscan ?? 2
  const list = useRef<HTMLDivElement>(null)
  const [row, setRow] = useState({ first: 0, last: Math.ceil(height / rowHeight) - 1 })

  useEffect(() => {
    const element = list.current
    if (!element) return
    const measure = () => {
      const first = Math.floor(element.scrollTop / rowHeight)
      const last = Math.ceil((element.scrollTop + height) / rowHeight) - 1
      // The same rows: no render.
      setRow((row) => (row.first === first && row.last === last ? row : { first, last }))
    }
    measure()
    element.addEventListener('scroll', measure)
    return () => element.removeEventListener('scroll', measure)
  }, [rowHeight, height, items.length])

  const last = Math.min(row.last, items.length - 1)
  const first = Math.max(0, Math.min(row.first, last - Math.ceil(height / rowHeight) + 1))
  const from = Math.max(0, first - overscan)
  const to = Math.min(items.length, last + 1 + overscan)

  return (
    <div ref={list} role="list" aria-label={label} tabIndex={0} style={{ height, overflow: 'auto', overflowAnchor: 'none' }}>
      <div style={{ height: from * rowHeight }} />
      {range(from, to).map((index) => (
        <div
          role="listitem"
          aria-setsize={items.length}
          aria-posinset={index + 1}
          key={`row-${index}`}
          style={{ height: rowHeight, overflow: 'hidden' }}
        >
          {renderRow(items[index], index)}
        </div>
      ))}
      <div style={{ height: (items.length - to) * rowHeight }} />
    </div>
  )
}
