/** Works on some at a time and gives the results in the order of the items. */
export async function inTurns<Item, Result>(
  items: readonly Item[],
  workers: number,
  work: (item: Item) => Promise<Result>,
  say: (done: number, all: number) => void = () => {},
): Promise<Result[]> {
  const results: Result[] = []
  const queue = items.entries()
  let done = 0
  const worker = async () => {
    for (const [position, item] of queue) {
      results[position] = await work(item)
      done += 1
      say(done, items.length)
    }
  }
  await Promise.all(Array.from({ length: workers }, worker))
  return results
}
