import { useEffect, useReducer } from 'react'

type Card = 'down' | 'up' | 'found'
interface State {
  cards: readonly Card[]
  moves: number
}
type Action = { type: 'turn'; index: number } | { type: 'hide' } | { type: 'restart' }

const upIndexes = ({ cards }: State) => [...cards.keys()].filter((index) => cards[index] === 'up')

export function MemoryGame({ cards: symbols }: { cards: readonly string[] }) {
  const start: State = { cards: symbols.map(() => 'down'), moves: 0 }

  function reduce(state: State, action: Action): State {
    if (action.type === 'restart') return start
    if (action.type === 'hide') return { ...state, cards: state.cards.map((card) => (card === 'up' ? 'down' : card)) }
    const up = upIndexes(state)
    if (up.length > 1 || state.cards[action.index] !== 'down') return state
    const cards = state.cards.with(action.index, 'up')
    if (up.length === 0) return { ...state, cards }
    const isPair = symbols[up[0]] === symbols[action.index]
    return {
      moves: state.moves + 1,
      cards: isPair ? cards.map((card) => (card === 'up' ? 'found' : card)) : cards,
    }
  }

  const [state, dispatch] = useReducer(reduce, start)
  const isWaiting = upIndexes(state).length === 2

  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => dispatch({ type: 'hide' }), 1_000)
    return () => clearTimeout(timer)
  }, [isWaiting])

  const isWon = state.cards.every((card) => card === 'found')
  return (
    <section>
      <output>{isWon ? `You won in ${state.moves} moves` : `Moves: ${state.moves}`}</output>
      {state.cards.map((card, index) => (
        <button key={index} disabled={card === 'found'} onClick={() => dispatch({ type: 'turn', index })}>
          {card === 'down' ? `Card ${index + 1}` : `Card ${index + 1}: ${symbols[index]}`}
        </button>
      ))}
      <button onClick={() => dispatch({ type: 'restart' })}>New game</button>
    </section>
  )
}
