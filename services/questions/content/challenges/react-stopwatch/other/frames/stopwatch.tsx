import { useEffect, useReducer } from 'react'

interface State {
  isRunning: boolean
  before: number
  since: number
  at: number
  laps: number[]
}
type Action = { type: 'toggle' | 'tick' | 'lap' | 'reset'; at: number }

const initial: State = { isRunning: false, before: 0, since: 0, at: 0, laps: [] }
const elapsed = ({ isRunning, before, since, at }: State) => (isRunning ? before + at - since : before)

function reduce(state: State, { type, at }: Action): State {
  const current = { ...state, at }
  switch (type) {
    case 'toggle':
      return state.isRunning
        ? { ...current, isRunning: false, before: elapsed(current) }
        : { ...current, isRunning: true, since: at }
    case 'tick':
      return current
    case 'lap':
      return { ...current, laps: [...state.laps, elapsed(current)] }
    case 'reset':
      return initial
  }
}

export function Stopwatch({ now = () => Date.now() }: { now?: () => number }) {
  const [state, dispatch] = useReducer(reduce, initial)
  const { isRunning, laps } = state
  const send = (type: Action['type']) => () => dispatch({ type, at: now() })

  useEffect(() => {
    if (!isRunning) return
    let frame = requestAnimationFrame(function update() {
      dispatch({ type: 'tick', at: now() })
      frame = requestAnimationFrame(update)
    })
    return () => cancelAnimationFrame(frame)
  }, [isRunning])

  return (
    <section>
      <span role="timer">{display(elapsed(state))}</span>
      <button onClick={send('toggle')}>{isRunning ? 'Stop' : 'Start'}</button>
      <button onClick={send('lap')} disabled={!isRunning}>
        Lap
      </button>
      <button onClick={send('reset')}>Reset</button>
      <ul>
        {laps.map((lap, at) => (
          <li key={at}>{display(lap)}</li>
        ))}
      </ul>
    </section>
  )
}

const two = (value: number) => `${Math.trunc(value)}`.padStart(2, '0')

function display(ms: number) {
  const rest = ms % 60_000
  return `${two(ms / 60_000)}:${two(rest / 1000)}.${two((rest % 1000) / 10)}`
}
