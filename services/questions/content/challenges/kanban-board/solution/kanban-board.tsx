import { type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

export interface Card {
  id: string
  text: string
}

export interface Column {
  id: string
  title: string
  cards: readonly Card[]
  limit?: number | undefined
}

export interface KanbanBoardProps {
  columns: readonly Column[]
  onChange: (columns: readonly Column[]) => void
}

interface Place {
  column: number
  index: number
}

const directions: Record<string, Place> = {
  up: { column: 0, index: -1 },
  down: { column: 0, index: 1 },
  left: { column: -1, index: 0 },
  right: { column: 1, index: 0 },
}

const keys: Record<string, string> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

export function KanbanBoard({ columns, onChange }: KanbanBoardProps) {
  const [message, setMessage] = useState('')
  const elements = useRef(new Map<string, HTMLElement>())

  function move(from: Place, direction: string) {
    const to = targetOf(columns, from, direction)
    if (!to) return
    const { id, text } = columns[from.column].cards[from.index]
    const moved = withMove(columns, from, to)
    const { title, cards } = moved[to.column]
    // In another column, the card is another element: it must be rendered before it can get focus.
    flushSync(() => {
      onChange(moved)
      setMessage(`${text} moved to ${title}, ${to.index + 1} of ${cards.length}`)
    })
    elements.current.get(id)?.focus()
  }

  function onKeyDown(event: KeyboardEvent, from: Place) {
    const direction = keys[event.key]
    if (!direction || event.target !== event.currentTarget) return
    event.preventDefault()
    move(from, direction)
  }

  return (
    <div>
      {columns.map(({ id, title, cards }, column) => (
        <section key={id}>
          <h2>{title}</h2>
          <ul aria-label={title}>
            {cards.map((card, index) => (
              <li
                key={card.id}
                tabIndex={0}
                ref={(element) => {
                  if (element) elements.current.set(card.id, element)
                }}
                onKeyDown={(event) => onKeyDown(event, { column, index })}
              >
                <p>{card.text}</p>
                {Object.keys(directions).map((direction) => (
                  <button
                    key={direction}
                    disabled={!targetOf(columns, { column, index }, direction)}
                    onClick={() => move({ column, index }, direction)}
                  >
                    {`Move ${card.text} ${direction}`}
                  </button>
                ))}
              </li>
            ))}
          </ul>
        </section>
      ))}
      <p role="status">{message}</p>
    </div>
  )
}

/** @returns undefined if the card can't move there */
function targetOf(columns: readonly Column[], from: Place, direction: string): Place | undefined {
  const step = directions[direction]
  const column = from.column + step.column
  if (step.column === 0) {
    const index = from.index + step.index
    return columns[column].cards[index] && { column, index }
  }
  const target: Column | undefined = columns[column]
  if (!target || target.cards.length >= (target.limit ?? Infinity)) return undefined
  return { column, index: target.cards.length }
}

function withMove(columns: readonly Column[], from: Place, to: Place): readonly Column[] {
  const card = columns[from.column].cards[from.index]
  return columns.map((column, index) => {
    let { cards } = column
    if (index === from.column) cards = cards.toSpliced(from.index, 1)
    if (index === to.column) cards = cards.toSpliced(to.index, 0, card)
    return { ...column, cards }
  })
}
