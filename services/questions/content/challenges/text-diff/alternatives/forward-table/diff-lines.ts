export type Change = { type: 'same' | 'removed' | 'added'; line: string }

/** The table is filled forward and read backward; the lines in common come first. */
export const diffLines = (before: string, after: string): Change[] => {
  const a = before.length === 0 ? [] : before.split('\n')
  const b = after.length === 0 ? [] : after.split('\n')
  const width = b.length + 1
  const table = new Uint32Array((a.length + 1) * width)
  a.forEach((one, i) => {
    b.forEach((other, j) => {
      table[(i + 1) * width + j + 1] =
        one === other
          ? table[i * width + j] + 1
          : Math.max(table[i * width + j + 1], table[(i + 1) * width + j])
    })
  })
  const pairs: [number, number][] = []
  let i = a.length
  let j = b.length
  while (i > 0 && j > 0) {
    if (a[i - 1] === b[j - 1]) pairs.unshift([--i, --j])
    else if (table[(i - 1) * width + j] > table[i * width + j - 1]) i--
    else j--
  }
  const changes: Change[] = []
  let [x, y] = [0, 0]
  for (const [endX, endY] of [...pairs, [a.length, b.length]]) {
    while (x < endX) changes.push({ type: 'removed', line: a[x++] })
    while (y < endY) changes.push({ type: 'added', line: b[y++] })
    if (x < a.length && y < b.length) {
      changes.push({ type: 'same', line: a[x] })
      x++
      y++
    }
  }
  return changes
}
