import { DataTable } from './data-table'
import './styles.css'

const employees = [
  { id: 1, name: 'Grace Hopper', age: 45, city: 'New York' },
  { id: 2, name: 'Alan Turing', age: 41, city: 'London' },
  { id: 3, name: 'Katherine Johnson', age: 38, city: 'Hampton' },
  { id: 4, name: 'Émilie du Châtelet', age: 42, city: 'Paris' },
  { id: 5, name: 'Ada Lovelace', age: 36, city: 'London' },
  { id: 6, name: 'Edsger Dijkstra', age: 52, city: 'Austin' },
  { id: 7, name: 'Margaret Hamilton', age: 33, city: 'Boston' },
  { id: 8, name: 'Donald Knuth', age: 60, city: 'Stanford' },
  { id: 9, name: 'Barbara Liskov', age: 47, city: 'Boston' },
  { id: 10, name: 'Tim Berners-Lee', age: 34, city: 'Geneva' },
  { id: 11, name: 'Radia Perlman', age: 41, city: 'Seattle' },
  { id: 12, name: 'Linus Torvalds', age: 29, city: 'Portland' },
]

export default function App() {
  return (
    <main>
      <DataTable caption="Employees" rows={employees} />
    </main>
  )
}
