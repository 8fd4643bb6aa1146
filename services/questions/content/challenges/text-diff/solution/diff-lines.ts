export interface Change {
  type: 'same' | 'removed' | 'added'
  line: string
}

export function diffLines(before: string, after: string): Change[] {
  const [old, current] = [linesOf(before), linesOf(after)]
  const lengths = commonLengths(old, current)
  const changes: Change[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < current.length) {
    if (old[i] === current[j]) {
      changes.push({ type: 'same', line: old[i] })
      i += 1
      j += 1
    } else if (j === current.length || (i < old.length && lengths[i + 1][j] >= lengths[i][j + 1])) {
      changes.push({ type: 'removed', line: old[i] })
      i += 1
    } else {
      changes.push({ type: 'added', line: current[j] })
      j += 1
    }
  }
  return changes
}

const linesOf = (text: string): string[] => (text === '' ? [] : text.split('\n'))

/** At `[i][j]`: how many lines `old` from i and `current` from j have in common, in the same order. */
function commonLengths(old: string[], current: string[]): number[][] {
  const lengths = Array.from({ length: old.length + 1 }, () => new Array<number>(current.length + 1).fill(0))
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = current.length - 1; j >= 0; j -= 1) {
      lengths[i][j] = old[i] === current[j] ? lengths[i + 1][j + 1] + 1 : Math.max(lengths[i + 1][j], lengths[i][j + 1])
    }
  }
  return lengths
}
