import { useEffect, useState } from 'react'

type Color = 'red' | 'yellow' | 'green'

const colors: readonly Color[] = ['red', 'yellow', 'green']
const next: Record<Color, Color> = { green: 'yellow', yellow: 'red', red: 'green' }

export function TrafficLight({ durations }: { durations: Record<Color, number> }) {
  const [lit, setLit] = useState<Color>('green')

  useEffect(() => {
    const timer = setTimeout(() => setLit(next[lit]), durations[lit])
    return () => clearTimeout(timer)
  }, [lit, durations])

  return (
    <div>
      <ul aria-label="Traffic light">
        {colors.map((color) => (
          <li
            key={color}
            aria-label={color}
            aria-current={color === lit ? 'true' : undefined}
            style={{ background: color === lit ? color : 'gray' }}
          />
        ))}
      </ul>
      <button type="button" disabled={lit !== 'green'} onClick={() => setLit('yellow')}>
        Walk
      </button>
    </div>
  )
}
