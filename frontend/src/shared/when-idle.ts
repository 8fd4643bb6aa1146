/** What nobody waits for may wait this long. Milliseconds. */
const PATIENCE = 1_000

/** Does something once the page has nothing better to do. @returns takes it back */
export function whenIdle(work: () => void): () => void {
  // Safari has learned it late.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(work, { timeout: PATIENCE })
  return () => cancelIdleCallback(request)
}
