import { randomBytes } from 'node:crypto'
import type { TestProject } from 'vitest/node'
import { acquirePostgres } from './backing-servers.ts'
import { dropTestDatabases } from './drop-test-databases.ts'
import { type NatsAccounts, type NatsSource, openNatsAccounts } from './test-nats-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    backingServers: {
      /** With the superuser's credentials. */
      postgresUrl: string
      natsSource: NatsSource
      /** One server for all files, each with an account of its own; null if the environment names a server. */
      natsAccounts: Pick<NatsAccounts, 'url' | 'taken'> | null
      /** Part of the name of every database of this run. */
      run: string
    }
  }
}

/** Vitest's global setup for tests that need Postgres and NATS through `testDatabase()` and `testNats()`. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { postgres, natsSource } = await acquirePostgres({})
  const nats = natsSource.kind === 'environment' ? null : await openNatsAccounts(natsSource)
  const run = randomBytes(4).toString('hex')
  const natsAccounts = nats && { url: nats.url, taken: nats.taken }
  project.provide('backingServers', { postgresUrl: postgres.url, natsSource, natsAccounts, run })
  return async () => {
    // A server of this run ends with all its databases.
    if (process.env.POSTGRES_URL) await dropTestDatabases(postgres.url, run)
    await Promise.all([postgres.release(), nats?.release()])
  }
}
