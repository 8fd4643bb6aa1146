import { Component } from 'react'

interface Move {
  square: number
  mark: string
}

const offscreen = { position: 'absolute', clipPath: 'inset(50%)' } as const

export class TicTacToe extends Component<object, { moves: Move[] }> {
  override state = { moves: [] as Move[] }

  at(row: number, column: number) {
    return this.state.moves.find(({ square }) => square === row * 3 + column)?.mark ?? ''
  }

  winner() {
    const all = [0, 1, 2]
    for (const mark of ['X', 'O']) {
      if (
        all.some((row) => all.every((column) => this.at(row, column) === mark)) ||
        all.some((column) => all.every((row) => this.at(row, column) === mark)) ||
        all.every((index) => this.at(index, index) === mark) ||
        all.every((index) => this.at(index, 2 - index) === mark)
      )
        return mark
    }
    return ''
  }

  next() {
    return this.state.moves.at(-1)?.mark === 'X' ? 'O' : 'X'
  }

  play(square: number) {
    const isTaken = this.state.moves.some((move) => move.square === square)
    if (!isTaken && !this.winner())
      this.setState({ moves: this.state.moves.concat({ square, mark: this.next() }) })
  }

  status() {
    if (this.winner()) return `Winner: ${this.winner()}`
    return this.state.moves.length < 9 ? `Next: ${this.next()}` : 'Draw'
  }

  override render() {
    return (
      <>
        <table aria-label="Board">
          <tbody>
            {[0, 1, 2].map((row) => (
              <tr key={row}>
                {[0, 1, 2].map((column) => (
                  <td key={column}>
                    <button type="button" onClick={() => this.play(row * 3 + column)}>
                      <span style={offscreen}>Square {row * 3 + column + 1}: </span>
                      {this.at(row, column) || <span style={offscreen}>empty</span>}
                    </button>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <div role="status">{this.status()}</div>
        <button
          type="button"
          disabled={!this.state.moves.length}
          onClick={() => this.setState({ moves: this.state.moves.toSpliced(-1, 1) })}
        >
          Undo
        </button>
        <button type="button" onClick={() => this.setState({ moves: [] })}>
          New game
        </button>
      </>
    )
  }
}
