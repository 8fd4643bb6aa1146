import { useState } from 'react'

type Mark = 'X' | 'O'

const lines = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
]

export function TicTacToe() {
  const [moves, setMoves] = useState<readonly number[]>([])

  const squares = squaresAfter(moves)
  const winner = winnerOf(squares)
  const next = markOf(moves.length)

  function play(square: number) {
    if (winner === null && squares[square] === null) setMoves([...moves, square])
  }

  function statusText() {
    if (winner !== null) return `Winner: ${winner}`
    return moves.length === squares.length ? 'Draw' : `Next: ${next}`
  }

  return (
    <div>
      <div role="group" aria-label="Board">
        {squares.map((mark, square) => (
          <button key={square} aria-label={`Square ${square + 1}: ${mark ?? 'empty'}`} onClick={() => play(square)}>
            {mark}
          </button>
        ))}
      </div>
      <p role="status">{statusText()}</p>
      <button disabled={moves.length === 0} onClick={() => setMoves(moves.slice(0, -1))}>
        Undo
      </button>
      <button onClick={() => setMoves([])}>
        New game
      </button>
    </div>
  )
}

const markOf = (turn: number): Mark => (turn % 2 === 0 ? 'X' : 'O')

function squaresAfter(moves: readonly number[]): (Mark | null)[] {
  const squares = Array<Mark | null>(9).fill(null)
  for (const [turn, square] of moves.entries()) squares[square] = markOf(turn)
  return squares
}

function winnerOf(squares: readonly (Mark | null)[]): Mark | null {
  const won = lines.find(([a, b, c]) => squares[a] !== null && squares[a] === squares[b] && squares[a] === squares[c])
  return won ? squares[won[0]] : null
}
