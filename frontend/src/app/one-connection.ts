import { RECONNECT_INTERVAL } from '../shared/constants.ts'

interface LiveConnection<Message> {
  /** The URL of the server-sent events. */
  address: string
  /** The `event` field of the relevant messages. */
  event: string
  /** The name of the lock and channel by which one user's tabs share a connection. */
  name: string
  onMessage: (message: Message) => void
  /** Called when the connection is restored after a gap: messages may have been missed. */
  onReopen?: () => void
  /** Called after a rejected connection, before the next attempt: the session may have expired. */
  recover: () => Promise<unknown>
}

type LiveEvent<Message> = { message: Message } | { reopened: true }

/**
 * One connection for all tabs: the tab that holds the lock listens and forwards messages to the others; when it
 * closes, another takes over. Without the Locks API every tab opens its own connection.
 *
 * @returns a function that closes it
 */
export function openLiveConnection<Message>(connection: LiveConnection<Message>): () => void {
  const ending = new AbortController()
  const { signal } = ending
  const take = (event: LiveEvent<Message>) => {
    if ('message' in event) connection.onMessage(event.message)
    else connection.onReopen?.()
  }
  const locks: LockManager | null | undefined = navigator.locks
  if (!locks || !('BroadcastChannel' in globalThis)) {
    listen(connection, signal, take)
    return () => ending.abort()
  }
  const tabs = new BroadcastChannel(connection.name)
  tabs.addEventListener('message', ({ data }) => take(data as LiveEvent<Message>))
  signal.addEventListener('abort', () => tabs.close())
  locks
    .request(connection.name, { signal }, () => {
      listen(connection, signal, (event) => {
        take(event)
        tabs.postMessage(event)
      })
      return new Promise<void>((release) => {
        signal.addEventListener('abort', () => release())
      })
    })
    // Closed while waiting for the lock.
    .catch(() => undefined)
  return () => ending.abort()
}

/** A browser reconnects on its own, but not after an HTTP error. */
function listen<Message>(
  connection: LiveConnection<Message>,
  signal: AbortSignal,
  take: (event: LiveEvent<Message>) => void,
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
