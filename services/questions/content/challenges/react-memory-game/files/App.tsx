import { MemoryGame } from './memory-game'
import './styles.css'

const cards = ['🐶', '🦊', '🐱', '🐼', '🐶', '🐼', '🦊', '🐱']

export default function App() {
  return (
    <main>
      <h1>Memory</h1>
      <MemoryGame cards={cards} />
    </main>
  )
}
