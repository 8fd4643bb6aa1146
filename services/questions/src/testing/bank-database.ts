import { randomUUID } from 'node:crypto'
import { IMPORT_ROWS_MAX } from '@rehearse/contracts'
import { openDatabase } from '@rehearse/service-kit/database/database'
import Fastify from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, expect, vi } from 'vitest'
import { type ReadRows, readBulkRows } from '../imports/read-rows.ts'
import { storeRows } from '../imports/store-rows.ts'
import { countWordChanges } from '../search/repository.ts'
import type { Db, Tables, Trx } from '../tables.ts'
import { questionsDatabase } from './questions-database.ts'

/** The service's database with its schema and its permissions in production, without the service. */
export async function bankDatabase(name: string): Promise<{ db: Db; superuserUrl: string }> {
  const { databaseUrl, superuserUrl } = await questionsDatabase(name)
  const { log } = Fastify()
  const { db, close } = openDatabase<Tables>({ url: databaseUrl, name, poolSize: 4, log })
  afterAll(close)
  return { db, superuserUrl }
}

/** The plan of a statement, with the number of rows read in each step. */
export async function planOf(db: Db, statement: RawBuilder<unknown>): Promise<string> {
  const { rows } = await sql<
    Record<'QUERY PLAN', string>
  >`explain (analyze, costs off, timing off) ${statement}`.execute(db)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

/** A database with these questions in which Postgres plans as for an idle bank: analyzed, with up-to-date counts. */
export async function filledBank(
  name: string,
  questions: readonly object[],
  more: (trx: Trx) => Promise<void> = async () => {},
): Promise<Db> {
  const { db, superuserUrl } = await bankDatabase(name)
  const rows: ReadRows['rows'] = []
  for (let at = 0; at < questions.length; at += IMPORT_ROWS_MAX) {
    rows.push(...(await readBulkRows(questions.slice(at, at + IMPORT_ROWS_MAX))).rows)
  }
  await db.transaction().execute(async (trx) => {
    const batchId = randomUUID()
    await trx
      .insertInto('import_batch')
      .values({ id: batchId, source: '', format: 'json', created_by: null })
      .execute()
    const decide = async (_trx: unknown, chosen: readonly unknown[]) =>
      chosen.map(() => ({ do: 'create' as const }))
    await storeRows(trx, rows, { decide, actor: 'test', batchId })
    await more(trx)
  })
  while (await db.transaction().execute((trx) => countWordChanges(trx, 1_000)));
  await settle(superuserUrl)
  return db
}

/** The service's own role isn't allowed to. */
async function settle(superuserUrl: string): Promise<void> {
  const { db, close } = openDatabase({ url: superuserUrl, name: 'vacuum', poolSize: 1, log: Fastify().log })
  // Vacuum skips a page that a snapshot might still see differently, so repeat it.
  await vi.waitFor(async () => {
    await sql`vacuum analyze question, question_usage, question_statistics, question_search, search_word`.execute(
      db,
    )
    const { rows } = await sql<{ hidden: number }>`
      select relpages - relallvisible as hidden from pg_class where relname = 'question'`.execute(db)
    expect(rows).toEqual([{ hidden: 0 }])
  })
  await close()
}
