import { useEffect, useState } from 'react'

export function Stopwatch({ now = Date.now }: { now?: () => number }) {
  const [elapsed, setElapsed] = useState(0)
  /** The time at which a watch without a stop would have started; null if it is stopped. */
  const [start, setStart] = useState<number | null>(null)
  const [laps, setLaps] = useState<readonly number[]>([])

  useEffect(() => {
    if (start === null) return
    const timer = setInterval(() => setElapsed(now() - start), 30)
    return () => clearInterval(timer)
  }, [start, now])

  function toggle() {
    if (start === null) return setStart(now() - elapsed)
    setElapsed(now() - start)
    setStart(null)
  }

  function reset() {
    setStart(null)
    setElapsed(0)
    setLaps([])
  }

  return (
    <div>
      <p role="timer">{format(elapsed)}</p>
      <button onClick={toggle}>{start === null ? 'Start' : 'Stop'}</button>
      <button disabled={start === null} onClick={() => start !== null && setLaps([...laps, now() - start])}>
        Lap
      </button>
      <button onClick={reset}>Reset</button>
      <ol>
        {laps.map((lap, index) => (
          <li key={index}>{format(lap)}</li>
        ))}
      </ol>
    </div>
  )
}

function format(ms: number): string {
  const [minutes, seconds, hundredths] = [(ms / 60_000) % 60, (ms / 1000) % 60, (ms / 10) % 100].map((part) =>
    String(Math.floor(part)).padStart(2, '0'),
  )
  return `${minutes}:${seconds}.${hundredths}`
}
