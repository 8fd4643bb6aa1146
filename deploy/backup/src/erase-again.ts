import { openDatabase } from '@rehearse/service-kit/database/database'
import { eraseLearner as eraseAccount } from '../../../services/identity/src/privacy/erase-learner.ts'
import type { Tables as IdentityTables } from '../../../services/identity/src/tables.ts'
import { eraseLearner as eraseProgress } from '../../../services/progress/src/accounts/repository.ts'
import { learnerStream } from '../../../services/progress/src/learner/events.ts'
import type { ProgressTables } from '../../../services/progress/src/tables.ts'
import { withClient } from './connect.ts'
import type { Installation } from './installation.ts'
import type { Erased } from './key-store.ts'

/**
 * Forgets whoever is in the restored databases and was erased later than these are. Their accounts, and what progress
 * knows of them, go at once; the others are told of it as ever, and do the rest when they start.
 * @returns how many there were
 */
export async function eraseAgain(
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
  // Who came and went between is not to come back either.
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

/** Learners are known by the hash of their stream's name alone. */
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
