import { randomBytes } from 'node:crypto'
import type { TestProject } from 'vitest/node'
import { acquirePostgres } from './backing-servers.ts'
import { dropTestDatabases } from './drop-test-databases.ts'
import type { NatsSource } from './test-nats-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    backingServers: {
      /** With the superuser's credentials. */
      postgresUrl: string
      natsSource: NatsSource
      /** Part of the name of every database of this run. */
      run: string
    }
  }
}

/** Vitest's global setup for tests that need Postgres and NATS through `testDatabase()` and `testNats()`. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { postgres, natsSource } = await acquirePostgres({})
  const run = randomBytes(4).toString('hex')
  project.provide('backingServers', { postgresUrl: postgres.url, natsSource, run })
  return async () => {
    await dropTestDatabases(postgres.url, run)
    await postgres.release()
  }
}
