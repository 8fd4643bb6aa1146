import { type KeyboardEvent, useState } from 'react'

export interface Item {
  id: string
  text: string
}

export interface SortableListProps {
  label: string
  items: readonly Item[]
  onReorder: (items: readonly Item[]) => void
}

export function SortableList({ label, items, onReorder }: SortableListProps) {
  const [dragged, setDragged] = useState<string | null>(null)
  const [over, setOver] = useState<string | null>(null)
  const [message, setMessage] = useState('')

  function move(id: string, to: number) {
    const from = items.findIndex((item) => item.id === id)
    const item = items[from]
    if (!item || !items[to] || from === to) return
    onReorder(items.toSpliced(from, 1).toSpliced(to, 0, item))
    setMessage(`${item.text} is now ${to + 1} of ${items.length}`)
  }

  function endDrag() {
    setDragged(null)
    setOver(null)
  }

  function onKeyDown(event: KeyboardEvent<HTMLButtonElement>, id: string, index: number) {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    move(id, event.key === 'ArrowUp' ? index - 1 : index + 1)
  }

  return (
    <div>
      <ul aria-label={label}>
        {items.map(({ id, text }, index) => (
          <li
            key={id}
            draggable
            data-over={id === over && id !== dragged}
            onDragStart={() => setDragged(id)}
            onDragEnd={endDrag}
            onDragOver={(event) => {
              if (dragged === null) return
              event.preventDefault()
              setOver(id)
            }}
            onDragLeave={() => setOver(null)}
            onDrop={(event) => {
              if (dragged === null) return
              event.preventDefault()
              move(dragged, index)
              endDrag()
            }}
          >
            <button type="button" aria-label={`Move ${text}`} onKeyDown={(event) => onKeyDown(event, id, index)}>
              ⠿
            </button>
            <span>{text}</span>
          </li>
        ))}
      </ul>
      <p role="status">{message}</p>
    </div>
  )
}
