import { useReducer } from 'react'

const lines = ['012', '345', '678', '036', '147', '258', '048', '246'].map((line) => [...line].map(Number))
const empty = ' '.repeat(9)

type Action = { type: 'play'; square: number } | { type: 'undo' } | { type: 'restart' }

/** The boards of all moves, the latest one last. */
function reduce(history: readonly string[], action: Action): readonly string[] {
  const board = history[history.length - 1]
  switch (action.type) {
    case 'play': {
      const { square } = action
      if (board[square] !== ' ' || hasWon(board, 'X') || hasWon(board, 'O')) return history
      return [...history, board.slice(0, square) + nextOf(history) + board.slice(square + 1)]
    }
    case 'undo':
      return history.length > 1 ? history.slice(0, -1) : history
    case 'restart':
      return [empty]
  }
}

const nextOf = (history: readonly string[]) => 'OX'[history.length % 2]
const hasWon = (board: string, mark: string) => lines.some((line) => line.every((square) => board[square] === mark))

export function TicTacToe() {
  const [history, dispatch] = useReducer(reduce, [empty])
  const board = history[history.length - 1]
  const winner = ['X', 'O'].find((mark) => hasWon(board, mark))
  const isFull = !board.includes(' ')

  return (
    <section>
      <output>{winner ? `Winner: ${winner}` : isFull ? 'Draw' : `Next: ${nextOf(history)}`}</output>
      <div role="group" aria-label="Board">
        {[...board].map((mark, square) => {
          const isTaken = mark !== ' '
          return (
            <button
              key={square}
              aria-label={`Square ${square + 1}: ${isTaken ? mark : 'empty'}`}
              disabled={isTaken || winner !== undefined}
              onClick={() => dispatch({ type: 'play', square })}
            >
              {isTaken && mark}
            </button>
          )
        })}
      </div>
      <button disabled={history.length === 1} onClick={() => dispatch({ type: 'undo' })}>
        Undo
      </button>
      <button onClick={() => dispatch({ type: 'restart' })}>New game</button>
    </section>
  )
}
