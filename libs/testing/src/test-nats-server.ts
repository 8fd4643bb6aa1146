import { startNats } from '@rehearse/local-platform'
import { temporaryFolder } from './temporary-folder.ts'
import type { AcquiredServer } from './test-postgres.ts'

/** Where NATS servers for tests come from. */
export type NatsSource =
  | { kind: 'environment'; url: string }
  | { kind: 'container' }
  | { kind: 'embedded'; program: string }

export const natsImage = 'nats:2.11-alpine'

/** A server with JetStream and no streams; a server of its own unless the environment names one. */
export async function openTestNats(source: NatsSource): Promise<AcquiredServer> {
  if (source.kind === 'environment') return { url: source.url, release: async () => {} }
  return source.kind === 'container' ? containedNats() : embeddedNats(source.program)
}

async function embeddedNats(program: string): Promise<AcquiredServer> {
  const folder = await temporaryFolder()
  try {
    const server = await startNats({ dataDir: folder.path, program })
    return {
      url: server.url,
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

async function containedNats(): Promise<AcquiredServer> {
  const { GenericContainer, Wait } = await import('testcontainers')
  const container = await new GenericContainer(natsImage)
    .withCommand(['--jetstream', '--store_dir', '/data'])
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
