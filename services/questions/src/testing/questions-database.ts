import { messagingMigrations } from '@rehearse/service-kit'
import { type TestDatabase, testDatabase } from '@rehearse/testing/test-database'
import { migrations } from '../tables.ts'

/** A new database with the service's tables and its permissions in production. */
export const questionsDatabase = (name: string): Promise<TestDatabase> =>
  testDatabase(name, [messagingMigrations, ...migrations])
