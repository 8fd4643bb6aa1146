/**
 * Lets work wait for its turn without holding a connection. Among replicas a lock in the database decides; but ten
 * imports that wait for that one would have all connections of this process, and nobody else could read a question.
 */
export function oneAtATime(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = last.then(work, work)
    last = turn.catch(() => undefined)
    return turn
  }
}
