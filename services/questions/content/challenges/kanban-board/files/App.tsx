import { useState } from 'react'
import { KanbanBoard } from './kanban-board'
import './styles.css'

const start = [
  {
    id: 'todo',
    title: 'To do',
    cards: [
      { id: 'search', text: 'Search by tag' },
      { id: 'export', text: 'Export as CSV' },
      { id: 'dark', text: 'Dark mode' },
    ],
  },
  { id: 'doing', title: 'Doing', limit: 2, cards: [{ id: 'login', text: 'Fix login on Safari' }] },
  { id: 'done', title: 'Done', cards: [{ id: 'fonts', text: 'Load fonts faster' }] },
]

export default function App() {
  const [columns, setColumns] = useState<Parameters<typeof KanbanBoard>[0]['columns']>(start)

  return (
    <main>
      <h1>Sprint 14</h1>
      <KanbanBoard columns={columns} onChange={setColumns} />
    </main>
  )
}
