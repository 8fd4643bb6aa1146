import './styles.css'
import { TrafficLight } from './traffic-light'

const durations = { green: 4_000, yellow: 1_000, red: 4_000 }

export default function App() {
  return (
    <main>
      <h1>Main Street</h1>
      <TrafficLight durations={durations} />
    </main>
  )
}
