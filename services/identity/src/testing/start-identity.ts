import { type App, type Database, messagingMigrations, openDatabase, readConfig } from '@rehearse/service-kit'
import { type TestDatabase, testDatabase, testNats } from '@rehearse/testing'
import { vi } from 'vitest'
import { buildApp } from '../app.ts'
import { config } from '../config.ts'
import { migrations, type Tables } from '../tables.ts'

export const superAdminEmail = 'boss@example.com'
export const superAdminPassword = 'secret-boss'

/** Many learners share one IP address in tests; the limits have tests of their own. */
const unlimited = {
  RATE_LIMIT_SIGNIN_ACCOUNT: '0',
  RATE_LIMIT_SIGNIN_ADDRESS: '0',
  RATE_LIMIT_REGISTER: '0',
}

export interface RunningIdentity {
  app: App
  /** The service's database, to inspect what is stored and to move timestamps back. */
  database: Database<Tables>
  /** The environment for starting another replica. */
  env: Readonly<Record<string, string>>
  close(): Promise<void>
}

/** A new database with the service's tables. */
export const identityDatabase = (name = 'identity'): Promise<TestDatabase> =>
  testDatabase(name, [messagingMigrations, ...migrations])

/** Environment variables of an identity service with its own empty database and NATS server. */
export async function identityEnvironment(): Promise<Record<string, string>> {
  const [database, nats] = await Promise.all([identityDatabase(), testNats()])
  return {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATABASE_URL: database.databaseUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    NATS_URL: nats.url,
    ADMIN_EMAIL: superAdminEmail,
    ADMIN_PASSWORD: superAdminPassword,
    PASSWORD_COST: '4',
    ...unlimited,
  }
}

/** The service as `main.ts` builds it, listening and ready. */
export async function startIdentity(env?: Readonly<Record<string, string>>): Promise<RunningIdentity> {
  const environment = env ?? (await identityEnvironment())
  const app = await startUnready(environment)
  await vi.waitUntil(async () => (await app.inject('/readyz')).statusCode === 200)
  const database = openDatabase<Tables>({
    url: environment.DATABASE_URL ?? '',
    name: 'test',
    poolSize: 2,
    log: app.log,
  })
  return {
    app,
    database,
    env: environment,
    close: async () => {
      await app.close()
      await database.close()
    },
  }
}

/** The service, listening but not necessarily ready. */
export async function startUnready(env: Readonly<Record<string, string>>): Promise<App> {
  const app = await buildApp(readConfig(config, env))
  await app.listen({ host: '127.0.0.1', port: 0 })
  return app
}
