import type { FastifyBaseLogger } from 'fastify'
import { ConfigError } from './config.ts'

interface Settings {
  HOST: string
  PORT: number
  SHUTDOWN_TIMEOUT: number
}

/** What can be run: a Fastify app, or several that start and stop together. */
export interface Runnable {
  log: FastifyBaseLogger
  listen(address: { host: string; port: number }): PromiseLike<unknown>
  /** Accepts no new requests, finishes those in flight and releases all resources. */
  close(): PromiseLike<unknown>
}

/**
 * Runs a service: reads the configuration, builds, listens; on SIGTERM, SIGINT or the death of its launcher, finishes
 * requests in flight, closes and exits. Exits with 1, and the reason on stderr, if it can't start.
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
    // Asked to stop before it listened: closing is in progress and ends the process.
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
      app.log.error('requests still in flight at the deadline, exiting anyway')
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
  // Started with an IPC channel: when it closes, the launcher is gone and nothing else would stop this process.
  process.once('disconnect', () => stop('launcher gone'))
  if (process.connected === false) stop('launcher gone')
  return () => stopping
}
