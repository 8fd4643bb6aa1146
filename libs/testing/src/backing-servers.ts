import { findNatsServer, type NatsCredentials, newNatsCredentials } from '@rehearse/local-platform'
import { noContainersReason } from './container-engine.ts'
import { type NatsSource, natsImage, openTestNats } from './test-nats-server.ts'
import { type AcquiredServer, containedPostgres, embeddedPostgres, postgresImage } from './test-postgres.ts'

/** Real servers for tests, embedded or in containers. */
export interface BackingServers {
  /** With the superuser's credentials. */
  postgresUrl: string
  natsUrl: string
  /** The services' NATS credentials, unless the environment names a server. */
  natsCredentials: NatsCredentials
  release(): Promise<void>
}

export interface AcquireOptions {
  env?: NodeJS.ProcessEnv
  /** Reports which servers are used, and why not others. */
  say?: (message: string) => void
}

/**
 * Postgres and NATS: those of POSTGRES_URL and NATS_URL, else containers if a Docker engine responds and has the
 * images or gets them within a minute, else the embedded ones in a temporary folder.
 */
export async function acquireBackingServers(options: AcquireOptions = {}): Promise<BackingServers> {
  const { postgres, natsSource } = await acquirePostgres(options)
  try {
    const natsCredentials = newNatsCredentials()
    const nats = await openTestNats(natsSource, natsCredentials)
    return {
      postgresUrl: postgres.url,
      natsUrl: nats.url,
      natsCredentials,
      release: async () => {
        await Promise.all([postgres.release(), nats.release()])
      },
    }
  } catch (error) {
    await postgres.release()
    throw error
  }
}

/** The same, without starting NATS yet: each test file may need its own server. */
export async function acquirePostgres({ env = process.env, say = logToStderr }: AcquireOptions): Promise<{
  postgres: AcquiredServer
  natsSource: NatsSource
}> {
  const fromEnvironment = { postgres: env.POSTGRES_URL, nats: env.NATS_URL }
  const images = [
    ...(fromEnvironment.postgres ? [] : [postgresImage]),
    ...(fromEnvironment.nats ? [] : [natsImage]),
  ]
  if (images.length > 0) {
    const reason = await noContainersReason(images, env)
    if (!reason) {
      try {
        const natsSource: NatsSource = fromEnvironment.nats
          ? { kind: 'environment', url: fromEnvironment.nats }
          : { kind: 'container' }
        if (!fromEnvironment.postgres) return { postgres: await containedPostgres(), natsSource }
        // Whether containers really start shows only when one does, and none was needed yet.
        await (await openTestNats(natsSource)).release()
        return { postgres: keep(fromEnvironment.postgres), natsSource }
      } catch (error) {
        say(
          `Servers for tests: containers don't start (${(error as Error).message}); using the embedded ones`,
        )
      }
    } else say(`Servers for tests: ${reason}; using the embedded ones`)
  }
  // First, since it may have to be downloaded, and may fail.
  const natsSource: NatsSource = fromEnvironment.nats
    ? { kind: 'environment', url: fromEnvironment.nats }
    : { kind: 'embedded', program: await findNatsServer({ onNote: say }) }
  return {
    postgres: fromEnvironment.postgres ? keep(fromEnvironment.postgres) : await embeddedPostgres(),
    natsSource,
  }
}

function keep(url: string): AcquiredServer {
  return { url, release: async () => {} }
}

function logToStderr(message: string): void {
  process.stderr.write(`${message}\n`)
}
