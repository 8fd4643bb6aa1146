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

/** The longest that a paint may take to come: a hidden page paints nothing. Milliseconds. */
const MAX_PAINT = 100

/** Runs work once, after the next paint. */
export function afterPaint(work: () => void): void {
  let isDone = false
  const run = () => {
    if (isDone) return
    isDone = true
    work()
  }
  // A frame's callbacks run before its paint, and messages sent by them after it.
  requestAnimationFrame(() => {
    const channel = new MessageChannel()
    channel.port1.onmessage = run
    channel.port2.postMessage(null)
  })
  setTimeout(run, MAX_PAINT)
}
