interface Word {
  key: string
  /** Where its middle would be. */
  x: number
}

/**
 * Where words stand below a plot: none of them reaches over its ends, and where two would meet the later one stays, since
 * the last says where one is.
 * @param words from left to right
 * @param room that a word needs
 * @returns the middle of each that has room
 */
export function placeWords(words: readonly Word[], width: number, room: number): Map<string, number> {
  const placed = new Map<string, number>()
  let next = Number.POSITIVE_INFINITY
  for (const { key, x } of words.toReversed()) {
    const middle = Math.max(room / 2, Math.min(width - room / 2, x))
    if (next - middle < room) continue
    placed.set(key, middle)
    next = middle
  }
  return placed
}
