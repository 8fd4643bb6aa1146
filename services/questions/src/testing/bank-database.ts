import { join } from 'node:path'
import { messagingMigrations } from '@rehearse/service-kit'
import { openDatabase } from '@rehearse/service-kit/database/database'
import { testDatabase } from '@rehearse/testing/test-database'
import Fastify from 'fastify'
import { afterAll } from 'vitest'
import type { Db, Tables } from '../tables.ts'

/** The service's database with its schema and the rights it has in production, without the service. */
export async function bankDatabase(name: string): Promise<{ db: Db; superuserUrl: string }> {
  const migrations = [messagingMigrations, join(import.meta.dirname, '../migrations')]
  const { databaseUrl, superuserUrl } = await testDatabase(name, migrations)
  const { log } = Fastify()
  const { db, close } = openDatabase<Tables>({ url: databaseUrl, name, poolSize: 4, log })
  afterAll(close)
  return { db, superuserUrl }
}
