import { setTimeout as delay } from 'node:timers/promises'
import type { ServerProcess } from './server-process.ts'

export type ServerName = 'postgres' | 'nats'

export type ServerEvent =
  /** The server ended unexpectedly, and is restarted on the same port. */
  | { type: 'server-died'; name: ServerName; pid: number }
  | { type: 'server-restarted'; name: ServerName; pid: number }
  /** A restart failed, and is retried. */
  | { type: 'server-failed'; name: ServerName; error: Error; retryInMs: number }

export interface SupervisedServer {
  url: string
  /** The id of the current process. */
  readonly pid: number
  /** Kills the process like a crash; it is restarted. */
  kill(): Promise<void>
  stop(): Promise<void>
}

interface Listening extends ServerProcess {
  url: string
  port: number
}

/** Starts a backing server, and restarts it on the same port whenever it ends unexpectedly. */
export async function superviseServer(
  name: ServerName,
  start: (port?: number) => Promise<Listening>,
  report: (event: ServerEvent) => void,
): Promise<SupervisedServer> {
  const stopping = new AbortController()
  const first = await start()
  let current = first
  const keeping = keep()

  async function keep(): Promise<void> {
    for (;;) {
      await current.exited
      if (stopping.signal.aborted) return
      report({ type: 'server-died', name, pid: current.pid })
      const next = await restart()
      if (!next) return
      current = next
      report({ type: 'server-restarted', name, pid: next.pid })
    }
  }

  async function restart(): Promise<Listening | null> {
    for (let pause = 250; !stopping.signal.aborted; pause = Math.min(pause * 2, 10_000)) {
      try {
        return await start(first.port)
      } catch (error) {
        report({ type: 'server-failed', name, error: error as Error, retryInMs: pause })
        await delay(pause, undefined, { signal: stopping.signal }).catch(() => {})
      }
    }
    return null
  }

  return {
    url: first.url,
    get pid() {
      return current.pid
    },
    kill: () => current.kill(),
    stop: async () => {
      stopping.abort()
      await current.stop()
      await keeping
      // The server may have been restarted while the previous process was being stopped.
      await current.stop()
    },
  }
}
