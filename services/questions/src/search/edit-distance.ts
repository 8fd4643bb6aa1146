/**
 * How many letters are missing, too many, wrong or swapped with their neighbour (Damerau 1964, optimal string
 * alignment) between what was typed and a word, or, if it is nearer, the beginning of a word.
 */
export function editDistance(typed: string, word: string): { whole: number; beginning: number } {
  const [from, to] = [Array.from(typed), Array.from(word)]
  let beforeLast: number[] = []
  let last = to.map((_, column) => column).concat(to.length)
  for (let row = 1; row <= from.length; row += 1) {
    const line = [row]
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1]
      const swapped =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      line[column] = Math.min(
        at(last, column) + 1,
        at(line, column - 1) + 1,
        at(last, column - 1) + (same ? 0 : 1),
        swapped ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    beforeLast = last
    last = line
  }
  return { whole: at(last, to.length), beginning: Math.min(...last) }
}

const at = (line: readonly number[], column: number): number => line[column] ?? Number.POSITIVE_INFINITY
