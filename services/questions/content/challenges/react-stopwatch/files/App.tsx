import { Stopwatch } from './stopwatch'
import './styles.css'

export default function App() {
  return (
    <main>
      <h1>Stopwatch</h1>
      <Stopwatch />
    </main>
  )
}
