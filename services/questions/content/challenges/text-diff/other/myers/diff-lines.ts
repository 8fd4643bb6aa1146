export interface Change {
  type: 'same' | 'removed' | 'added'
  line: string
}

/** A way through the table, from its end back to the start. */
interface Step {
  readonly type: Change['type']
  readonly line: string
  readonly before: Step | null
}

/** Myers: for each number of changes, how far one gets on each diagonal. */
export function diffLines(before: string, after: string): Change[] {
  const old = before === '' ? [] : before.split('\n')
  const current = after === '' ? [] : after.split('\n')
  /** By diagonal, which is the position in `current` minus the one in `old`. */
  let reached = new Map<number, { i: number; way: Step | null }>()
  for (let count = 0; ; count += 1) {
    const next = new Map<number, { i: number; way: Step | null }>()
    for (let diagonal = -count; diagonal <= count; diagonal += 2) {
      let { i, way } = startOf(diagonal)
      let j = i + diagonal
      if (i < 0 || j < 0 || i > old.length || j > current.length) continue
      while (i < old.length && j < current.length && old[i] === current[j]) {
        way = { type: 'same', line: old[i], before: way }
        i += 1
        j += 1
      }
      if (i === old.length && j === current.length) return removedFirst(way)
      next.set(diagonal, { i, way })
    }
    reached = next

    function startOf(diagonal: number): { i: number; way: Step | null } {
      if (count === 0) return { i: 0, way: null }
      const removal = reached.get(diagonal + 1)
      const addition = reached.get(diagonal - 1)
      const canRemove = removal !== undefined && removal.i < old.length
      const canAdd = addition !== undefined && addition.i + diagonal - 1 < current.length
      if (canRemove && (!canAdd || removal.i + 1 > addition.i)) {
        return { i: removal.i + 1, way: { type: 'removed', line: old[removal.i], before: removal.way } }
      }
      if (!canAdd) return { i: -1, way: null }
      const line = current[addition.i + diagonal - 1]
      return { i: addition.i, way: { type: 'added', line, before: addition.way } }
    }
  }
}

function removedFirst(way: Step | null): Change[] {
  const changes: Change[] = []
  for (let step = way; step; step = step.before) changes.push({ type: step.type, line: step.line })
  changes.reverse()
  const result: Change[] = []
  for (let start = 0; start < changes.length; ) {
    let end = start
    while (end < changes.length && changes[end].type !== 'same') end += 1
    const block = changes.slice(start, end)
    result.push(...block.filter(({ type }) => type === 'removed'), ...block.filter(({ type }) => type === 'added'))
    if (end < changes.length) result.push(changes[end])
    start = end + 1
  }
  return result
}
