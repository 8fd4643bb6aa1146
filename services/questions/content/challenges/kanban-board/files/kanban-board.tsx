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
  return (
    <div>
      {columns.map(({ id, title, cards }) => (
        <section key={id}>
          <h2>{title}</h2>
          <ul>
            {cards.map((card) => (
              <li key={card.id}>{card.text}</li>
            ))}
          </ul>
        </section>
      ))}
      <p role="status"></p>
    </div>
  )
}
