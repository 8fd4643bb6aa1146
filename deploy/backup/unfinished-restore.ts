import { unfinishedRestore as mark } from '@rehearse/service-kit/database/migrate'
import type pg from 'pg'
import { databaseNames, type Installation, withClient } from './installation.ts'
import type { Erased } from './key-store.ts'

/*
 * A restore that was killed is started again, and then nobody but these marks knows that what lies here is its own, and
 * who had asked to be forgotten where that was thrown away. Schemas of their own, since the databases' are made anew.
 */

type Databases = Pick<Installation, 'databases'>

/** Before anything is thrown away. */
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

/** Of progress last: while that is marked, the rest is nobody's either. */
export async function markFinished({ databases }: Databases): Promise<void> {
  const others = databaseNames.filter((name) => name !== 'progress')
  for (const name of [...others, 'progress'] as const) {
    await withClient(databases[name], (client) => client.query(`drop schema ${mark} cascade`))
  }
}

/** Whether an attempt has begun here, and not come to its end. */
export async function isUnfinished(progress: pg.Client): Promise<boolean> {
  const { rows } = await progress.query<{ there: boolean }>(
    'select to_regnamespace($1) is not null as there',
    [mark],
  )
  return rows[0]?.there === true
}

/** Where an attempt has noted who was erased. */
export const erasedByThen = `${mark}.erased_stream`

/** Messages that were taken out of NATS, to be told again. */
export interface KeptMessages {
  folder: string
  messages: number
}

/** Notes where they are, before NATS forgets them. */
export async function keep(kept: KeptMessages, progress: pg.Client): Promise<KeptMessages> {
  await progress.query(
    `create table ${mark}.kept_messages as select $1::text as folder, $2::integer as messages`,
    [kept.folder, kept.messages],
  )
  return kept
}

/** @returns null where none were taken out yet */
export async function readKept(progress: pg.Client): Promise<KeptMessages | null> {
  const { rows } = await progress.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
    `${mark}.kept_messages`,
  ])
  if (!rows[0]?.there) return null
  const kept = await progress.query<KeptMessages>(`select folder, messages from ${mark}.kept_messages`)
  return kept.rows[0] ?? null
}
