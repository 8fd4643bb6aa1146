import { useEffect, useId, useRef, useState } from 'react'

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

type Direction = 'up' | 'down' | 'left' | 'right'

/** The columns after a move; null if it isn't possible. */
function moved(columns: readonly Column[], card: Card, direction: Direction): readonly Column[] | null {
  const from = columns.findIndex(({ cards }) => cards.includes(card))
  const { cards } = columns[from]
  const index = cards.indexOf(card)
  if (direction === 'up' || direction === 'down') {
    const other = direction === 'up' ? index - 1 : index + 1
    if (!cards[other]) return null
    return columns.with(from, { ...columns[from], cards: cards.with(index, cards[other]).with(other, card) })
  }
  const to = direction === 'left' ? from - 1 : from + 1
  const target = columns[to]
  if (!target || (target.limit !== undefined && target.cards.length >= target.limit)) return null
  return columns
    .with(from, { ...columns[from], cards: cards.filter((one) => one !== card) })
    .with(to, { ...target, cards: [...target.cards, card] })
}

export function KanbanBoard({ columns, onChange }: KanbanBoardProps) {
  const board = useId()
  const [last, setLast] = useState<{ id: string; message: string } | null>(null)
  const item = useRef<HTMLLIElement>(null)

  // `last` is a new object for each move, and no other update changes it.
  useEffect(() => {
    if (last) item.current?.focus()
  }, [last])

  function move(card: Card, direction: Direction) {
    const next = moved(columns, card, direction)
    if (!next) return
    onChange(next)
    const column = next.find(({ cards }) => cards.includes(card)) as Column
    const position = `${column.cards.indexOf(card) + 1} of ${column.cards.length}`
    setLast({ id: card.id, message: `${card.text} moved to ${column.title}, ${position}` })
  }

  return (
    <div>
      {columns.map(({ id, title, cards }) => (
        <div key={id}>
          <h2 id={`${board}-${id}`}>{title}</h2>
          <ol aria-labelledby={`${board}-${id}`}>
            {cards.map((card) => (
              <li
                key={card.id}
                ref={card.id === last?.id ? item : undefined}
                tabIndex={0}
                onKeyDown={(event) => {
                  const [, name] = /^Arrow(Up|Down|Left|Right)$/.exec(event.code) ?? []
                  if (!name || event.target !== event.currentTarget) return
                  event.preventDefault()
                  move(card, name.toLowerCase() as Direction)
                }}
              >
                {card.text}
                {(['left', 'up', 'down', 'right'] as const).map((direction) => (
                  <button
                    key={direction}
                    aria-label={`Move ${card.text} ${direction}`}
                    disabled={moved(columns, card, direction) === null}
                    onClick={() => move(card, direction)}
                  >
                    {{ left: '←', up: '↑', down: '↓', right: '→' }[direction]}
                  </button>
                ))}
              </li>
            ))}
          </ol>
        </div>
      ))}
      <output>{last?.message}</output>
    </div>
  )
}
