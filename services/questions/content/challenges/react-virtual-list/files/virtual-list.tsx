import type { ReactNode } from 'react'

export interface VirtualListProps<T> {
  label: string
  items: readonly T[]
  rowHeight: number
  height: number
  overscan?: number
  renderRow: (item: T, index: number) => ReactNode
}

export function VirtualList<T>({ label, items, rowHeight, height, overscan = 2, renderRow }: VirtualListProps<T>) {
  return (
    <div role="list" aria-label={label}>
      {items.map((item, index) => (
        <div key={index} role="listitem">
          {renderRow(item, index)}
        </div>
      ))}
    </div>
  )
}
