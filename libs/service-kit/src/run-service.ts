import type { FastifyBaseLogger } from 'fastify'
import { ConfigError } from './config.ts'

interface Settings {
  HOST: string
  PORT: number
  SHUTDOWN_TIMEOUT: number
}

/** What can be run: a Fastify app, or several that live as one. */
export interface Runnable {
  log: FastifyBaseLogger
  listen(address: { host: string; port: number }): PromiseLike<unknown>
  /** Takes nothing new, finishes what is in flight, lets go of everything. */
  close(): PromiseLike<unknown>
}

/**
 * A service's life: read the configuration, build, listen, and on SIGTERM, SIGINT or the death of its launcher finish
 * what is in flight, close and go. Ends the process with 1 when it can't start, with the reason on stderr.
 */
export async function runService<Config extends Settings>(
  config: () => Config,
  build: (config: Config) => Promise<Runnable>,
): Promise<void> {
  let stopping: () => boolean = () => false
  try {
    const settings = config()
    const app = await build(settings)
    stopping = stopOnSignals(app, settings.SHUTDOWN_TIMEOUT)
    await app.listen({ host: settings.HOST, port: settings.PORT })
  } catch (error) {
    // Told to stop before it listened: closing is under way and ends the process.
    if (stopping()) return
    const reason =
      error instanceof ConfigError ? error.message : error instanceof Error ? error.stack : String(error)
    process.stderr.write(`${reason}\n`)
    process.exit(1)
  }
}

/** @returns whether it has been asked to stop */
function stopOnSignals(app: Runnable, timeoutSeconds: number): () => boolean {
  let stopping = false
  const stop = (reason: string) => {
    if (stopping) return
    stopping = true
    app.log.info({ reason }, 'stopping')
    setTimeout(() => {
      app.log.error('requests still in flight at the deadline, going anyway')
      process.exit(1)
    }, timeoutSeconds * 1000)
    app.close().then(
      () => process.exit(0),
      (error: unknown) => {
        app.log.error({ err: error }, 'could not stop cleanly')
        process.exit(1)
      },
    )
  }
  process.once('SIGTERM', () => stop('SIGTERM'))
  process.once('SIGINT', () => stop('SIGINT'))
  // Started with an IPC channel: when it closes the launcher is gone, and no one else would stop us.
  process.once('disconnect', () => stop('launcher gone'))
  if (process.connected === false) stop('launcher gone')
  return () => stopping
}
