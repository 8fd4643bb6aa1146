/** How many times as long as it takes a reading rests: it has a tenth of one connection at most. */
const rest = 10
/** Milliseconds that anybody waits for a reading's turn. */
const longestRest = 10_000

/**
 * Shares an expensive reading among all who ask. Whoever asks gets one that began after they asked, so nothing that they know
 * of is missing from it; but between two readings there is a pause, in proportion to what one costs.
 */
export function paced<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<Result> | undefined
  let restUntil = 0
  const turn = async () => {
    await running
    const pause = restUntil - performance.now()
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
    next = undefined
    const begun = performance.now()
    const reading = read().finally(() => {
      const now = performance.now()
      restUntil = now + Math.min(longestRest, rest * (now - begun))
    })
    running = reading.catch(() => undefined)
    return reading
  }
  return () => {
    next ??= turn()
    return next
  }
}
