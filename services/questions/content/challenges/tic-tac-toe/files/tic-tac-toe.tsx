export function TicTacToe() {
  return (
    <div>
      <div role="group" aria-label="Board">
        <button type="button" aria-label="Square 1: empty"></button>
      </div>
      <p role="status">Next: X</p>
      <button type="button">Undo</button>
      <button type="button">New game</button>
    </div>
  )
}
