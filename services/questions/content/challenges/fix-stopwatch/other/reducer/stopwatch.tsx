import { useEffect, useReducer } from 'react'

interface State {
  seconds: number
  isRunning: boolean
  laps: readonly number[]
}

type Action = 'tick' | 'toggle' | 'lap' | 'reset'

const initial: State = { seconds: 0, isRunning: false, laps: [] }

function reduce(state: State, action: Action): State {
  switch (action) {
    case 'tick':
      return { ...state, seconds: state.seconds + 1 }
    case 'toggle':
      return { ...state, isRunning: !state.isRunning }
    case 'lap':
      return { ...state, laps: [...state.laps, state.seconds] }
    case 'reset':
      return initial
  }
}

export function Stopwatch() {
  const [{ seconds, isRunning, laps }, dispatch] = useReducer(reduce, initial)

  useEffect(() => {
    if (isRunning) {
      const timer = setInterval(dispatch, 1000, 'tick')
      return () => clearInterval(timer)
    }
  }, [isRunning])

  return (
    <section aria-label="Stopwatch">
      <p role="timer">{seconds} s</p>
      <button type="button" onClick={() => dispatch('toggle')}>
        {isRunning ? 'Pause' : 'Start'}
      </button>
      <button type="button" onClick={() => dispatch('lap')} disabled={!isRunning}>
        Lap
      </button>
      <button type="button" onClick={() => dispatch('reset')}>
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
