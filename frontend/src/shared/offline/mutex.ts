/** Runs one at a time, across all tabs if the browser has locks. Over plain HTTP it has none. */
export function withMutex<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const locks: LockManager | null | undefined = navigator.locks
  return locks ? locks.request(name, work) : runInOrder(name, work)
}

const last = new Map<string, Promise<unknown>>()

function runInOrder<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const turn = (last.get(name) ?? Promise.resolve()).then(work, work)
  last.set(
    name,
    turn.catch(() => undefined),
  )
  return turn
}
