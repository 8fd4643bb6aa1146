import type { JetStreamManager } from '@nats-io/jetstream'
import { learnerErasureRequested, learnerErasureRequestedSubject, streams } from '@rehearse/contracts'
import type pg from 'pg'
import { learnerStream } from '../../../services/progress/src/learner/events.ts'
import { readStretch } from './back-up-streams.ts'
import { withClient } from './connect.ts'
import type { Installation } from './installation.ts'
import { type Erased, erasedOf, hashOfStream, type KeyStore, readErased } from './key-store.ts'
import { lastOfStreams } from './unconsumed.ts'
import { erasedByThen } from './unfinished-restore.ts'

/**
 * Who was erased, as far as anybody knows: the key store, and what is about to be thrown away, be it a database, the
 * stream of what was asked for, or what an attempt that was killed has found of these.
 */
export async function gatherErasures(
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
  const asked = readStretch(
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
