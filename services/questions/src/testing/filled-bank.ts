import { randomUUID } from 'node:crypto'
import { openDatabase } from '@rehearse/service-kit/database/database'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import { readBulkRows } from '../imports/read-rows.ts'
import { storeRows } from '../imports/store-rows.ts'
import { countWordChanges } from '../search/repository.ts'
import type { Db } from '../tables.ts'
import { bankDatabase } from './bank-database.ts'

/** A database of these questions in which Postgres plans as it does in a bank at rest: analysed, and all counted. */
export async function filledBank(name: string, questions: readonly object[]): Promise<Db> {
  const { db, superuserUrl } = await bankDatabase(name)
  const { rows } = await readBulkRows([...questions])
  await db.transaction().execute(async (trx) => {
    const batchId = randomUUID()
    await trx
      .insertInto('import_batch')
      .values({ id: batchId, source: '', format: 'json', created_by: null })
      .execute()
    const judge = async (_trx: unknown, judged: readonly unknown[]) =>
      judged.map(() => ({ do: 'create' as const }))
    await storeRows(trx, rows, { judge, actor: 'test', batchId })
  })
  while (await db.transaction().execute((trx) => countWordChanges(trx, 1_000)));
  await settle(superuserUrl)
  return db
}

/** The service's own role may not. */
async function settle(superuserUrl: string): Promise<void> {
  const { db, close } = openDatabase({ url: superuserUrl, name: 'vacuum', poolSize: 1, log: Fastify().log })
  // A page that some snapshot might still see differently is left for the next time.
  await vi.waitFor(async () => {
    await sql`vacuum analyze question, question_usage, question_search, search_word`.execute(db)
    const { rows } = await sql<{ hidden: number }>`
      select relpages - relallvisible as hidden from pg_class where relname = 'question'`.execute(db)
    expect(rows).toEqual([{ hidden: 0 }])
  }, 20_000)
  await close()
}
