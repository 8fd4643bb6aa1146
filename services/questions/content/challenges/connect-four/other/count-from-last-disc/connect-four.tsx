import { useReducer } from 'react'

const width = 7
const height = 6

interface Game {
  /** By rows from the top; null is a free cell. */
  cells: readonly (string | null)[]
  player: string
  winning: readonly number[]
}

const start: Game = { cells: Array(width * height).fill(null), player: 'Red', winning: [] }

/** @param column that gets a disc, or null for a new game */
function reduce(game: Game, column: number | null): Game {
  if (column === null) return start
  const row = lowestFree(game.cells, column)
  if (row < 0 || game.winning.length > 0) return game
  const cells = game.cells.with(row * width + column, game.player)
  const winning = winningCells(cells, row, column)
  if (winning.length > 0) return { ...game, cells, winning }
  return { cells, winning, player: game.player === 'Red' ? 'Yellow' : 'Red' }
}

function lowestFree(cells: Game['cells'], column: number): number {
  let row = height - 1
  while (row >= 0 && cells[row * width + column] !== null) row--
  return row
}

/** Walks from the last disc in both directions of each line. */
function winningCells(cells: Game['cells'], row: number, column: number): number[] {
  const player = cells[row * width + column]
  const walk = (down: number, right: number) => {
    const found: number[] = []
    let [y, x] = [row + down, column + right]
    while (y >= 0 && y < height && x >= 0 && x < width && cells[y * width + x] === player) {
      found.push(y * width + x)
      y += down
      x += right
    }
    return found
  }
  return [
    [0, 1],
    [1, 0],
    [1, 1],
    [1, -1],
  ].flatMap(([down, right]) => {
    const line = [...walk(down, right), row * width + column, ...walk(-down, -right)]
    return line.length < 4 ? [] : line
  })
}

export function ConnectFour() {
  const [{ cells, player, winning }, dispatch] = useReducer(reduce, start)
  const hasWinner = winning.length > 0
  const isFull = !cells.includes(null)
  const range = (length: number) => Array.from({ length }, (_, index) => index)

  return (
    <div>
      <output>{hasWinner ? `${player} wins` : isFull ? 'Draw' : `${player}'s turn`}</output>
      <div>
        {range(width).map((column) => (
          <button
            key={column}
            disabled={hasWinner || lowestFree(cells, column) < 0}
            onClick={() => dispatch(column)}
          >
            {`Drop in column ${column + 1}`}
          </button>
        ))}
      </div>
      <table>
        <tbody>
          {range(height).map((row) => (
            <tr key={row}>
              {range(width).map((column) => {
                const cell = cells[row * width + column]
                const isWinning = winning.includes(row * width + column)
                return (
                  <td key={column} data-win={isWinning || undefined}>
                    {cell && (cell === 'Red' ? '🔴' : '🟡')}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <button onClick={() => dispatch(null)}>New game</button>
    </div>
  )
}
