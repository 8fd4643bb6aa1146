import { unfinishedRestore as mark } from '@rehearse/service-kit/database/migrate'
import type pg from 'pg'
import { databaseNames, type Installation, withClient } from './installation.ts'
import type { Erased } from './key-store.ts'

/*
 * Marks of a restore that hasn't finished. After a kill, only these show that the data here is its own, and which
 * learners were erased in the data that it deleted. They have their own schemas, since those of the databases are
 * created again.
 */

type Databases = Pick<Installation, 'databases'>

/** Called before anything is deleted. */
export async function markUnfinished({ databases }: Databases, erased: Erased): Promise<void> {
  for (const name of databaseNames) {
    await withClient(databases[name], (client) => client.query(`create schema if not exists ${mark}`))
  }
  await withClient(databases.progress, async (client) => {
    await client.query(
      `create table if not exists ${mark}.erased_stream (stream_hash bytea primary key, erased_at timestamptz)`,
    )
    await client.query(
      `insert into ${mark}.erased_stream
        select decode(hash, 'hex'), at from unnest($1::text[], $2::timestamptz[]) as given(hash, at)
        on conflict do nothing`,
      [[...erased.keys()], [...erased.values()]],
    )
  })
}

/** Progress last: while it is marked, the others count as unfinished too. */
export async function markFinished({ databases }: Databases): Promise<void> {
  const others = databaseNames.filter((name) => name !== 'progress')
  for (const name of [...others, 'progress'] as const) {
    await withClient(databases[name], (client) => client.query(`drop schema ${mark} cascade`))
  }
}

/** Whether an attempt started here and hasn't finished. */
export async function isUnfinished(progress: pg.Client): Promise<boolean> {
  const { rows } = await progress.query<{ there: boolean }>(
    'select to_regnamespace($1) is not null as there',
    [mark],
  )
  return rows[0]?.there === true
}

/** The table in which an attempt records erased learners. */
export const erasedByThen = `${mark}.erased_stream`

/** Messages that were read from NATS, to be published again. */
export interface SavedMessages {
  folder: string
  messages: number
}

/** Records where they are, before NATS deletes them. */
export async function saveMessages(saved: SavedMessages, progress: pg.Client): Promise<SavedMessages> {
  await progress.query(
    `create table ${mark}.kept_messages as select $1::text as folder, $2::integer as messages`,
    [saved.folder, saved.messages],
  )
  return saved
}

/** @returns null if none were read yet */
export async function readSaved(progress: pg.Client): Promise<SavedMessages | null> {
  const { rows } = await progress.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
    `${mark}.kept_messages`,
  ])
  if (!rows[0]?.there) return null
  const saved = await progress.query<SavedMessages>(`select folder, messages from ${mark}.kept_messages`)
  return saved.rows[0] ?? null
}
