import { useReducer, useRef } from 'react'

export interface Item {
  id: string
  text: string
}

export interface SortableListProps {
  label: string
  items: readonly Item[]
  onReorder: (items: readonly Item[]) => void
}

/** The ids of the dragged item and of the one under the pointer. */
interface Drag {
  source: string
  target: string
}
type Event = { type: 'start' | 'over'; id: string } | { type: 'leave' | 'end' }

function follow(drag: Drag | null, event: Event): Drag | null {
  switch (event.type) {
    case 'start':
      return { source: event.id, target: event.id }
    case 'over':
      return drag && drag.target !== event.id ? { ...drag, target: event.id } : drag
    case 'leave':
      return drag && { ...drag, target: drag.source }
    case 'end':
      return null
  }
}

const steps = new Map([
  ['ArrowUp', -1],
  ['ArrowDown', 1],
])

export function SortableList({ label, items, onReorder }: SortableListProps) {
  const [drag, dispatch] = useReducer(follow, null)
  const status = useRef<HTMLOutputElement>(null)

  function move(source: number, target: number) {
    const copy = [...items]
    copy.splice(target, 0, ...copy.splice(source, 1))
    if (status.current) status.current.textContent = `${items[source].text} is now ${target + 1} of ${items.length}`
    onReorder(copy)
  }

  return (
    <>
      <ul aria-label={label}>
        {items.map((item, index) => (
          <li
            key={item.id}
            draggable="true"
            data-over={drag !== null && drag.target === item.id && drag.source !== item.id}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move'
              event.dataTransfer.setData('text/plain', item.text)
              dispatch({ type: 'start', id: item.id })
            }}
            onDragOver={(event) => {
              if (drag) event.preventDefault()
              dispatch({ type: 'over', id: item.id })
            }}
            onDragLeave={() => dispatch({ type: 'leave' })}
            onDragEnd={() => dispatch({ type: 'end' })}
            onDrop={(event) => {
              if (!drag) return
              event.preventDefault()
              dispatch({ type: 'end' })
              const source = items.findIndex(({ id }) => id === drag.source)
              if (source >= 0 && source !== index) move(source, index)
            }}
          >
            {item.text}
            <button
              type="button"
              onKeyDown={(event) => {
                const step = steps.get(event.key)
                if (step === undefined) return
                event.preventDefault()
                const target = index + step
                if (target < 0 || target >= items.length) return
                move(index, target)
              }}
            >
              {`Move ${item.text}`}
            </button>
          </li>
        ))}
      </ul>
      <output ref={status} />
    </>
  )
}
