type Color = 'red' | 'yellow' | 'green'

export function TrafficLight({ durations }: { durations: Record<Color, number> }) {
  return (
    <div>
      <ul>
      </ul>
      <button type="button">
        Walk
      </button>
    </div>
  )
}
