export interface Change {
  type: 'same' | 'removed' | 'added'
  line: string
}

/** Removes the common start and end first; the rest is a recursion with memory. */
export function diffLines(before: string, after: string): Change[] {
  const old = before ? before.split('\n') : []
  const current = after ? after.split('\n') : []
  let start = 0
  while (start < old.length && start < current.length && old[start] === current[start]) start += 1
  let end = 0
  const most = Math.min(old.length, current.length) - start
  while (end < most && old.at(-1 - end) === current.at(-1 - end)) end += 1
  const same = (line: string): Change => ({ type: 'same', line })
  return [
    ...old.slice(0, start).map(same),
    ...diff(old.slice(start, old.length - end), current.slice(start, current.length - end)),
    ...old.slice(old.length - end).map(same),
  ]
}

function diff(old: string[], current: string[]): Change[] {
  const known = new Map<number, number>()
  const common = (i: number, j: number): number => {
    if (i === old.length || j === current.length) return 0
    const key = i * current.length + j
    const value =
      known.get(key) ??
      (old[i] === current[j] ? common(i + 1, j + 1) + 1 : Math.max(common(i + 1, j), common(i, j + 1)))
    known.set(key, value)
    return value
  }
  const changes: Change[] = []
  const added: Change[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < current.length) {
    if (i < old.length && j < current.length && old[i] === current[j]) {
      changes.push(...added.splice(0), { type: 'same', line: old[i] })
      i += 1
      j += 1
    } else if (i < old.length && common(i + 1, j) === common(i, j))
      changes.push({ type: 'removed', line: old[i++] })
    else added.push({ type: 'added', line: current[j++] })
  }
  return [...changes, ...added]
}
