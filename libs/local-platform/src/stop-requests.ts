const sameRequestMs = 1_000

/**
 * Calls back when this process is asked to end: Ctrl-C, SIGTERM, SIGHUP (the terminal was closed), or its launcher is
 * gone (an IPC channel that closes). A request that is repeated within a second is the same one: a terminal sends Ctrl-C
 * to every process, and npm and the bootstrap send it on. A later one asks to hurry.
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
