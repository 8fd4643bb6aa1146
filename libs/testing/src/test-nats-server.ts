import { type NatsCredentials, startNats } from '@rehearse/local-platform'
import { knownNatsUsers, natsAuthorization } from '@rehearse/local-platform/nats-access'
import { temporaryFolder } from './temporary-folder.ts'
import type { AcquiredServer } from './test-postgres.ts'

/** The source of NATS servers for tests. */
export type NatsSource =
  | { kind: 'environment'; url: string }
  | { kind: 'container' }
  | { kind: 'embedded'; program: string }

export const natsImage = 'nats:2.11-alpine'

/**
 * A server with JetStream and no streams; a new one unless the environment names one.
 * @param credentials of a new server's users; without any, every client has all rights
 */
export async function openTestNats(
  source: NatsSource,
  credentials?: NatsCredentials,
): Promise<AcquiredServer> {
  if (source.kind === 'environment') return { url: source.url, release: async () => {} }
  return source.kind === 'container' ? containedNats(credentials) : embeddedNats(source.program, credentials)
}

async function embeddedNats(
  program: string,
  credentials: NatsCredentials | undefined,
): Promise<AcquiredServer> {
  const folder = await temporaryFolder()
  try {
    const server = await startNats({ dataDir: folder.path, program, ...(credentials && { credentials }) })
    return {
      url: `nats://127.0.0.1:${server.port}`,
      release: async () => {
        await server.stop()
        await folder.remove()
      },
    }
  } catch (error) {
    await folder.remove()
    throw error
  }
}

async function containedNats(credentials: NatsCredentials | undefined): Promise<AcquiredServer> {
  const { GenericContainer, Wait } = await import('testcontainers')
  const container = await new GenericContainer(natsImage)
    .withCopyContentToContainer([
      { target: '/users.conf', content: credentials ? natsAuthorization(knownNatsUsers(credentials)) : '' },
    ])
    .withCommand(['--config', '/users.conf', '--jetstream', '--store_dir', '/data'])
    .withExposedPorts(4222)
    .withWaitStrategy(Wait.forLogMessage(/Server is ready/))
    .start()
  return {
    url: `nats://${container.getHost()}:${container.getMappedPort(4222)}`,
    release: async () => {
      await container.stop()
    },
  }
}
