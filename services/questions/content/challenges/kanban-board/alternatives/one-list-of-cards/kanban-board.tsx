import { useLayoutEffect, useRef, useState } from 'react'

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

export function KanbanBoard({ columns, onChange }: KanbanBoardProps) {
  const root = useRef<HTMLDivElement>(null)
  const pending = useRef<string | null>(null)
  const [message, setMessage] = useState('')

  useLayoutEffect(() => {
    if (pending.current === null) return
    const items = [...(root.current?.querySelectorAll<HTMLElement>('[data-card]') ?? [])]
    items.find((item) => item.dataset.card === pending.current)?.focus()
    pending.current = null
  })

  const all = columns.flatMap(({ id, cards }) => cards.map((card) => ({ card, column: id })))

  function attempt(card: Card, key: string): (() => void) | null {
    const at = all.findIndex((one) => one.card.id === card.id)
    const order = columns.map(({ id }) => id)
    const current = order.indexOf(all[at].column)
    let next = [...all]
    if (key === 'ArrowUp' || key === 'ArrowDown') {
      const other = key === 'ArrowUp' ? at - 1 : at + 1
      if (all[other]?.column !== all[at].column) return null
      next[at] = all[other]
      next[other] = all[at]
    } else {
      const target = columns[key === 'ArrowLeft' ? current - 1 : current + 1]
      if (!target) return null
      if (typeof target.limit === 'number' && target.cards.length >= target.limit) return null
      next = all.filter((_, index) => index !== at)
      next.push({ card, column: target.id })
    }
    return () => {
      const result = columns.map((column) => ({
        ...column,
        cards: next.filter((one) => one.column === column.id).map((one) => one.card),
      }))
      const column = result.find(({ cards }) => cards.some(({ id }) => id === card.id))
      pending.current = card.id
      onChange(result)
      const index = column?.cards.findIndex(({ id }) => id === card.id) ?? 0
      setMessage(`${card.text} moved to ${column?.title}, ${index + 1} of ${column?.cards.length}`)
    }
  }

  return (
    <div ref={root}>
      <div role="status">{message}</div>
      {columns.map(({ id, title, cards }) => (
        <section key={id} aria-label={title}>
          <h2>{title}</h2>
          <ul aria-label={title}>
            {cards.map((card) => (
              <li
                key={card.id}
                data-card={card.id}
                // biome-ignore lint/a11y/noNoninteractiveTabindex: the task asks for it
                tabIndex={0}
                onKeyDown={(event) => {
                  if (!event.key.startsWith('Arrow') || event.target instanceof HTMLButtonElement) return
                  event.preventDefault()
                  attempt(card, event.key)?.()
                }}
              >
                <strong>{card.text}</strong>
                {['Up', 'Down', 'Left', 'Right'].map((name) => {
                  const run = attempt(card, `Arrow${name}`)
                  return (
                    <button key={name} type="button" disabled={!run} onClick={() => run?.()}>
                      Move {card.text} {name.toLowerCase()}
                    </button>
                  )
                })}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
