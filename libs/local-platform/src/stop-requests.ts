const sameRequestMs = 1_000

/**
 * Calls back when this process is asked to end: Ctrl-C, SIGTERM, SIGHUP (the terminal was closed), or the end of its
 * launcher (a closed IPC channel). A repeated request within a second is the same one: a terminal sends Ctrl-C to
 * every process, and npm and the bootstrap forward it. A later one forces the stop.
 */
export function onStopRequest(first: (reason: string) => void, again: (reason: string) => void): void {
  let askedAt: number | null = null
  const ask = (reason: string) => {
    if (askedAt === null) {
      askedAt = Date.now()
      first(reason)
    } else if (Date.now() - askedAt > sameRequestMs) again(reason)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ask(signal))
  process.on('disconnect', () => ask('its launcher ended'))
}
