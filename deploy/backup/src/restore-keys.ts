import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { type KeyStore, readKeys } from './key-store.ts'

/**
 * Gives the streams of a restored log their keys; those of whoever came later are left out.
 * @throws when a stream is sealed whose key neither is there nor was destroyed
 */
export async function restoreKeys(progress: pg.Client, folder: string, store: KeyStore): Promise<void> {
  await progress.query('create temporary table given_key (like stream_key)')
  const target = progress.query(copyFrom('copy given_key (stream_id, wrapped_key, created_at) from stdin'))
  await pipeline(readKeys(folder, store), target)
  await progress.query(`
    insert into stream_key select given_key.* from given_key
    where exists (select from event where event.stream_id = given_key.stream_id)`)
  await progress.query('drop table given_key')
}

/** How many streams are sealed with a key that is not there, though nobody has erased them. */
export async function countLocked(progress: pg.Client): Promise<number> {
  const { rows } = await progress.query<{ count: string }>(`
    select count(distinct stream_id) as count from event
    where personal is not null
      and not exists (select from stream_key where stream_key.stream_id = event.stream_id)
      and not exists (
        select from erased_stream where stream_hash = sha256(convert_to(event.stream_id, 'UTF8')))`)
  return Number(rows[0]?.count)
}
