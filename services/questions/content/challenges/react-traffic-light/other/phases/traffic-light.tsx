import { useEffect, useReducer } from 'react'

type Color = 'red' | 'yellow' | 'green'

const phases: Color[] = ['green', 'yellow', 'red']

export function TrafficLight({ durations }: { durations: Record<Color, number> }) {
  const [phase, change] = useReducer((current: number) => (current + 1) % phases.length, 0)
  const current = phases[phase]
  const { [current]: duration } = durations

  useEffect(() => {
    const timer = setTimeout(change, duration)
    return () => clearTimeout(timer)
  }, [phase, duration])

  return (
    <section>
      <ul aria-label="Traffic light">
        {phases.toReversed().map((color) => (
          <li key={color} aria-label={color} {...(color === current && { 'aria-current': true })} />
        ))}
      </ul>
      <button type="button" onClick={change} disabled={phase > 0}>
        Walk
      </button>
    </section>
  )
}
