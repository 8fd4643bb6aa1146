import { useState } from 'react'
import './styles.css'
import { useInterval } from './use-interval'

export default function App() {
  const [count, setCount] = useState(0)
  const [step, setStep] = useState(1)
  const [isRunning, setRunning] = useState(true)
  useInterval(() => setCount(count + step), isRunning ? 1_000 : null)

  return (
    <main>
      <h1>{count}</h1>
      <button type="button" onClick={() => setRunning(!isRunning)}>
        {isRunning ? 'Pause' : 'Continue'}
      </button>{' '}
      <label>
        Step <input type="number" value={step} onChange={(event) => setStep(Number(event.target.value))} />
      </label>
    </main>
  )
}
