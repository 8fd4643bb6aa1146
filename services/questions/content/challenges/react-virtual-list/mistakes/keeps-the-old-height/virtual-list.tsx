import { type ReactNode, useMemo, useState } from 'react'

export interface VirtualListProps<T> {
  label: string
  items: readonly T[]
  rowHeight: number
  height: number
  overscan?: number
  renderRow: (item: T, index: number) => ReactNode
}

export function VirtualList<T>({ label, items, rowHeight, height, overscan = 2, renderRow }: VirtualListProps<T>) {
  const [scrollTop, setScrollTop] = useState(0)

  const contentHeight = items.length * rowHeight
  const [first, end] = useMemo(() => {
    // The position in the state is too large for a moment if the list gets shorter.
    const top = Math.min(scrollTop, Math.max(contentHeight - height, 0))
    const from = Math.max(Math.floor(top / rowHeight) - overscan, 0)
    return [from, Math.ceil((top + height) / rowHeight) + overscan]
  }, [scrollTop, contentHeight, rowHeight, overscan])

  return (
    <div
      role="list"
      aria-label={label}
      tabIndex={0}
      style={{ height, overflowY: 'auto' }}
      onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
    >
      <div style={{ position: 'relative', height: contentHeight }}>
        {items.slice(first, end).map((item, offset) => {
          const index = first + offset
          return (
            <div
              key={index}
              role="listitem"
              aria-posinset={index + 1}
              aria-setsize={items.length}
              style={{ position: 'absolute', insetInline: 0, top: index * rowHeight, height: rowHeight }}
            >
              {renderRow(item, index)}
            </div>
          )
        })}
      </div>
    </div>
  )
}
