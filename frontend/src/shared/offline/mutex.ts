/** One at a time: in all tabs, where the browser can see to it. Over plain http it has no locks. */
export function withMutex<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const locks: LockManager | null | undefined = navigator.locks
  return locks ? locks.request(name, work) : inTurn(name, work)
}

const last = new Map<string, Promise<unknown>>()

function inTurn<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const turn = (last.get(name) ?? Promise.resolve()).then(work, work)
  last.set(
    name,
    turn.catch(() => undefined),
  )
  return turn
}
