import { startPostgres } from '@rehearse/local-platform'
import { temporaryFolder } from './temporary-folder.ts'

export interface AcquiredServer {
  url: string
  release(): Promise<void>
}

export const postgresImage = 'postgres:17-alpine'

/** Test data doesn't outlive the run, so it doesn't have to reach the disk. */
export const withoutDurability = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' } as const

export async function embeddedPostgres(): Promise<AcquiredServer> {
  const folder = await temporaryFolder()
  try {
    const server = await startPostgres({ dataDir: folder.path, settings: withoutDurability })
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

export async function containedPostgres(): Promise<AcquiredServer> {
  const { GenericContainer, Wait } = await import('testcontainers')
  const settings = Object.entries({ ...withoutDurability, max_connections: '200' })
  const container = await new GenericContainer(postgresImage)
    .withEnvironment({ POSTGRES_PASSWORD: 'test' })
    .withCommand(['postgres', ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])])
    .withExposedPorts(5432)
    // The first time is the server that prepares the database, which stops again.
    .withWaitStrategy(Wait.forLogMessage(/database system is ready to accept connections/, 2))
    .start()
  return {
    url: `postgres://postgres:test@${container.getHost()}:${container.getMappedPort(5432)}/postgres`,
    release: async () => {
      await container.stop()
    },
  }
}
