import { useState } from 'react'

type Player = 'Red' | 'Yellow'
/** The discs of each column, the lowest first. */
type Board = readonly (readonly Player[])[]

const columns = [0, 1, 2, 3, 4, 5, 6]
const heights = [5, 4, 3, 2, 1, 0]
const directions = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
]

export function ConnectFour() {
  const [moves, setMoves] = useState<readonly number[]>([])

  const board = boardAfter(moves)
  const winning = winningCells(board)
  const hasWinner = winning.size > 0
  const isOver = hasWinner || moves.length === columns.length * heights.length

  function statusText() {
    if (hasWinner) return `${playerOf(moves.length - 1)} wins`
    return isOver ? 'Draw' : `${playerOf(moves.length)}'s turn`
  }

  return (
    <div>
      {columns.map((column) => (
        <button
          key={column}
         
          aria-label={`Drop in column ${column + 1}`}
          disabled={isOver || board[column].length === heights.length}
          onClick={() => setMoves([...moves, column])}
        >
          ↓
        </button>
      ))}
      <table>
        <tbody>
          {heights.map((height) => (
            <tr key={height}>
              {columns.map((column) => (
                <td key={column} data-win={winning.has(`${column} ${height}`)}>
                  {discs[board[column][height]]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p role="status">{statusText()}</p>
      <button onClick={() => setMoves([])}>
        New game
      </button>
    </div>
  )
}

const discs = { Red: '🔴', Yellow: '🟡' }

const playerOf = (turn: number): Player => (turn % 2 === 0 ? 'Red' : 'Yellow')

function boardAfter(moves: readonly number[]): Board {
  const board = columns.map((): Player[] => [])
  for (const [turn, column] of moves.entries()) board[column].push(playerOf(turn))
  return board
}

/** The cells of all lines of four, as `column height`. */
function winningCells(board: Board): Set<string> {
  const winning = new Set<string>()
  for (const [column, stack] of board.entries()) {
    for (const [height, player] of stack.entries()) {
      for (const [right, up] of directions) {
        const line = [0, 1, 2, 3].map((step) => [column + step * right, height + step * up])
        if (line.every(([x, y]) => board[x]?.[y] === player)) line.forEach(([x, y]) => winning.add(`${x} ${y}`))
      }
    }
  }
  return winning
}
