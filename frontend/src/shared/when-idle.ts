/** The longest that idle work may wait. Milliseconds. */
const MAX_WAIT = 1_000

/** Runs work once the page is idle. @returns a function that cancels it */
export function whenIdle(work: () => void): () => void {
  // Only recent versions of Safari have it.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(work, { timeout: MAX_WAIT })
  return () => cancelIdleCallback(request)
}
