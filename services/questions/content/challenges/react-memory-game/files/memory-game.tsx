export function MemoryGame({ cards }: { cards: readonly string[] }) {
  return (
    <div>
      {cards.map((symbol, index) => (
        <button key={index} aria-label={`Card ${index + 1}`}></button>
      ))}
      <p role="status">Moves: 0</p>
    </div>
  )
}
