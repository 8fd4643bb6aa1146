import { useMemo, useState } from 'react'

const start = ['', '', '', '', '', '', '']

/** Columns are strings of R and Y, from the bottom to the top. */
export function ConnectFour() {
  const [stacks, setStacks] = useState(start)
  const count = stacks.join('').length
  const next = count % 2 ? 'Yellow' : 'Red'
  const last = count % 2 ? 'Red' : 'Yellow'

  const won = useMemo(() => {
    const cells = new Set<string>()
    for (let x = 0; x < 7; x++)
      for (let y = 0; y < 6; y++)
        for (const [dx, dy] of [
          [1, 0],
          [0, 1],
          [1, 1],
          [-1, 1],
        ]) {
          const text = [0, 1, 2, 3].map((n) => stacks[x + dx * n]?.[y + dy * n] ?? '.').join('')
          if (text === 'RRRR' || text === 'YYYY')
            for (let n = 0; n < 4; n++) cells.add(`${x + dx * n},${y + dy * n}`)
        }
    return cells
  }, [stacks])

  let status = `${next}'s turn`
  if (count === 42) status = 'Draw'
  if (won.size) status = `${last} wins`

  function drop(column: number) {
    setStacks((before) =>
      before.map((stack, index) => (index === column ? stack + (count % 2 ? 'Y' : 'R') : stack)),
    )
  }

  return (
    <>
      <table>
        <thead>
          <tr>
            {stacks.map((stack, column) => (
              <th key={`top-${column + 1}`} scope="col">
                <button
                  type="button"
                  disabled={won.size > 0 || stack.length > 5}
                  onClick={() => drop(column)}
                >
                  Drop in column {column + 1}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[5, 4, 3, 2, 1, 0].map((y) => (
            <tr key={y}>
              {stacks.map((stack, x) => (
                <td key={`${x + 1}-${y}`} data-win={won.has(`${x},${y}`) ? 'true' : 'false'}>
                  {stack[y] === 'R' && <span>🔴</span>}
                  {stack[y] === 'Y' && <span>🟡</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div role="status">{status}</div>
      <button type="button" onClick={() => setStacks(start)}>
        New game
      </button>
    </>
  )
}
