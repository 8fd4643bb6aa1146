import type { JetStreamManager } from '@nats-io/jetstream'
import { learnerErasureRequested, learnerErasureRequestedSubject, streams } from '@rehearse/contracts'
import { openDatabase } from '@rehearse/service-kit/database/database'
import type pg from 'pg'
import { eraseLearner as eraseAccount } from '../../services/identity/src/privacy/erase-learner.ts'
import type { Tables as IdentityTables } from '../../services/identity/src/tables.ts'
import { eraseLearner as eraseProgress } from '../../services/progress/src/accounts/repository.ts'
import { learnerStream } from '../../services/progress/src/learner/events.ts'
import type { ProgressTables } from '../../services/progress/src/tables.ts'
import type { Installation } from './installation.ts'
import { withClient } from './installation.ts'
import type { Erased } from './key-store.ts'
import { erasedOf, hashOfStream, type KeyStore, readErased } from './key-store.ts'
import { lastOfStreams, readMessageRange } from './streams.ts'
import { erasedByThen } from './unfinished-restore.ts'

/**
 * Erases learners who are in the restored databases and were erased after the backup: their accounts and their data
 * in progress at once, the rest by the usual message, which the other services handle when they start.
 * @returns the number of learners
 */
export async function reapplyErasures(
  { databases }: Pick<Installation, 'databases'>,
  erased: Erased,
): Promise<number> {
  const hashes = [...erased.keys()].map((hash) => Buffer.from(hash, 'hex'))
  const accounts = await withClient(databases.identity, (client) => accountsAmong(client, hashes))
  const streams = await withClient(databases.progress, (client) => streamsAmong(client, hashes))
  const learners = new Set([...accounts, ...streams])
  await withDatabase<IdentityTables>(databases.identity, async (db) => {
    for (const uid of accounts) await eraseAccount(db, { uid }, null)
  })
  await withDatabase<ProgressTables>(databases.progress, async (db) => {
    for (const id of learners) await db.transaction().execute((trx) => eraseProgress(trx, id))
  })
  // Learners who signed up and were erased after the backup must not come back either.
  await withClient(databases.progress, async (client) => {
    await client.query(
      `insert into erased_stream (stream_hash, erased_at)
        select hash, at from unnest($1::bytea[], $2::timestamptz[]) as given(hash, at) on conflict do nothing`,
      [hashes, [...erased.values()]],
    )
  })
  return learners.size
}

type Client = Parameters<Parameters<typeof withClient>[1]>[0]

/** Learners are known only by the hash of their stream's name. */
async function accountsAmong(identity: Client, hashes: readonly Buffer[]): Promise<string[]> {
  const { rows } = await identity.query<{ uid: string }>(
    "select uid from learner where sha256(convert_to($1 || uid::text, 'UTF8')) = any($2::bytea[])",
    [learnerStream(''), hashes],
  )
  return rows.map(({ uid }) => uid)
}

async function streamsAmong(progress: Client, hashes: readonly Buffer[]): Promise<string[]> {
  const { rows } = await progress.query<{ learner: string }>(
    `select substr(stream_id, length($1) + 1) as learner from event
      where stream_version = 1 and sha256(convert_to(stream_id, 'UTF8')) = any($2::bytea[])
        and not exists (select from erased_stream where stream_hash = sha256(convert_to(stream_id, 'UTF8')))`,
    [learnerStream(''), hashes],
  )
  return rows.map(({ learner }) => learner)
}

async function withDatabase<Tables>(
  url: string,
  work: (db: ReturnType<typeof openDatabase<Tables>>['db']) => Promise<void>,
): Promise<void> {
  const database = openDatabase<Tables>({
    url,
    name: 'rehearse-backup',
    poolSize: 1,
    log: { warn: () => {} },
  })
  try {
    await work(database.db)
  } finally {
    await database.close()
  }
}

/**
 * All known erasures: from the key store, and from the data about to be deleted (a database, the stream of requested
 * erasures, or the record of a killed attempt).
 */
export async function collectErasures(
  { databases }: Installation,
  manager: JetStreamManager,
  keys: { folder: string; store: KeyStore } | null,
): Promise<Erased> {
  const erased = keys === null ? new Map<string, string>() : await readErased(keys.folder, keys.store)
  const inDatabase = await withClient(databases.progress, async (client) => {
    const tables = await Promise.all(
      ['public.erased_stream', erasedByThen].map((name) => ifThere(client, name)),
    )
    return Promise.all(tables.flat().map((name) => erasedOf(client, name)))
  })
  for (const [hash, at] of inDatabase.flatMap((list) => [...list])) erased.set(hash, at)
  const { identity } = await lastOfStreams(manager)
  const asked = readMessageRange(
    manager,
    streams.identity.name,
    { from: 1, upTo: identity },
    learnerErasureRequestedSubject,
  )
  for await (const { body } of asked) {
    const { data, occurredAt } = learnerErasureRequested.parse(JSON.parse(body))
    const hash = hashOfStream(learnerStream(data.learnerId))
    if (!erased.has(hash)) erased.set(hash, occurredAt)
  }
  return erased
}

async function ifThere(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
    table,
  ])
  return rows[0]?.there ? [table] : []
}
