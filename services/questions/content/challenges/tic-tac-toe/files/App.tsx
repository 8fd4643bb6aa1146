import './styles.css'
import { TicTacToe } from './tic-tac-toe'

export default function App() {
  return (
    <main>
      <h1>Tic-tac-toe</h1>
      <TicTacToe />
    </main>
  )
}
