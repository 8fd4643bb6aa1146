import { useEffect, useState } from 'react'

export function MemoryGame({ cards }: { cards: readonly string[] }) {
  const [found, setFound] = useState<readonly string[]>([])
  const [open, setOpen] = useState<readonly number[]>([])
  const [moves, setMoves] = useState(0)

  useEffect(() => {
    if (open.length < 2) return
    const timer = setTimeout(() => setOpen([]), 1000)
    return () => clearTimeout(timer)
  }, [open])

  function turn(index: number) {
    if (open.length === 2) return
    const [first] = open
    if (first === undefined) return setOpen([index])
    setMoves(moves + 1)
    const isPair = cards[first] === cards[index]
    setOpen(isPair ? [] : [first, index])
    if (isPair) setFound([...found, cards[index]])
  }

  function restart() {
    setFound([])
    setOpen([])
    setMoves(0)
  }

  return (
    <div>
      {cards.map((symbol, index) => {
        const isFound = found.includes(symbol)
        const isUp = isFound || open.includes(index)
        return (
          <button
            key={index}
            aria-label={`Card ${index + 1}${isUp ? `: ${symbol}` : ''}`}
            disabled={isFound}
            onClick={() => turn(index)}
          >
            {isUp && symbol}
          </button>
        )
      })}
      <p role="status">{found.length * 2 === cards.length ? `You won in ${moves} moves` : `Moves: ${moves}`}</p>
      <button onClick={restart}>New game</button>
    </div>
  )
}
