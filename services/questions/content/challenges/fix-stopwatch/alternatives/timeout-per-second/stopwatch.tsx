import { useEffect, useState } from 'react'

export function Stopwatch() {
  const [seconds, setSeconds] = useState(0)
  const [isRunning, setRunning] = useState(false)
  const [laps, setLaps] = useState<number[]>([])

  useEffect(() => {
    if (!isRunning) return
    const timer = setTimeout(() => setSeconds(seconds + 1), 1000)
    return () => clearTimeout(timer)
  }, [isRunning, seconds])

  function addLap() {
    setLaps([...laps, seconds])
  }

  function reset() {
    setRunning(false)
    setSeconds(0)
    setLaps([])
  }

  return (
    <section aria-label="Stopwatch">
      <p role="timer">{seconds} s</p>
      <button type="button" onClick={() => setRunning(!isRunning)}>
        {isRunning ? 'Pause' : 'Start'}
      </button>
      <button type="button" onClick={addLap} disabled={!isRunning}>
        Lap
      </button>
      <button type="button" onClick={reset}>
        Reset
      </button>
      <ol>
        {laps.map((lap, index) => (
          <li key={index}>{lap} s</li>
        ))}
      </ol>
    </section>
  )
}
