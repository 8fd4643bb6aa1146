import { RECONNECT_INTERVAL } from '../../shared/constants.ts'

interface LiveConnection<Message> {
  /** Of the server-sent events. */
  address: string
  /** The `event` field of the messages that count. */
  event: string
  /** What tabs of one person share a connection by. */
  name: string
  onMessage: (message: Message) => void
  /** The connection stands again after a gap: messages may have been missed. */
  onReopen?: () => void
  /** After a refusal, before the next try: the session may have run out. */
  recover: () => Promise<unknown>
}

type Told<Message> = { message: Message } | { reopened: true }

/**
 * One connection for all tabs: the tab that holds the lock listens and tells the others, and when it closes another takes
 * its place. Where a browser has no locks every tab listens for itself.
 *
 * @returns ends it
 */
export function openLiveConnection<Message>(connection: LiveConnection<Message>): () => void {
  const ending = new AbortController()
  const { signal } = ending
  const take = (told: Told<Message>) => {
    if ('message' in told) connection.onMessage(told.message)
    else connection.onReopen?.()
  }
  const locks: LockManager | null | undefined = navigator.locks
  if (!locks || !('BroadcastChannel' in globalThis)) {
    listen(connection, signal, take)
    return () => ending.abort()
  }
  const tabs = new BroadcastChannel(connection.name)
  tabs.addEventListener('message', ({ data }) => take(data as Told<Message>))
  signal.addEventListener('abort', () => tabs.close())
  locks
    .request(connection.name, { signal }, () => {
      listen(connection, signal, (told) => {
        take(told)
        tabs.postMessage(told)
      })
      return new Promise<void>((release) => {
        signal.addEventListener('abort', () => release())
      })
    })
    // Ended while it waited for its turn.
    .catch(() => undefined)
  return () => ending.abort()
}

/** A browser reconnects by itself, but not after a refusal. */
function listen<Message>(
  connection: LiveConnection<Message>,
  signal: AbortSignal,
  take: (told: Told<Message>) => void,
): void {
  const { address, event, recover } = connection
  let hadGap = false
  const connect = () => {
    if (signal.aborted) return
    const source = new EventSource(address)
    source.addEventListener(event, ({ data }) => take({ message: JSON.parse(data) as Message }))
    source.addEventListener('open', () => {
      if (hadGap) take({ reopened: true })
      hadGap = false
    })
    source.addEventListener('error', () => {
      hadGap = true
      if (source.readyState !== EventSource.CLOSED || signal.aborted) return
      const timer = setTimeout(async () => {
        await recover()
        connect()
      }, RECONNECT_INTERVAL)
      signal.addEventListener('abort', () => clearTimeout(timer))
    })
    signal.addEventListener('abort', () => source.close())
  }
  connect()
}
