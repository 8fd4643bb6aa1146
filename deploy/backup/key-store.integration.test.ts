import { randomBytes } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { eventStoreMigrations } from '@rehearse/event-store'
import { type TestDatabase, temporaryFolder, testDatabase } from '@rehearse/testing'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openClient } from './installation.ts'
import {
  hashOfStream,
  type KeyStore,
  readErased,
  readKeyStore,
  readKeys,
  renewKeyStore,
} from './key-store.ts'

const folder = await temporaryFolder()
let database: TestDatabase
let progress: pg.Client & AsyncDisposable
beforeAll(async () => {
  database = await testDatabase('key_store', eventStoreMigrations)
  progress = await openClient(database.ownerUrl)
})
afterAll(async () => {
  await progress[Symbol.asyncDispose]()
  await folder.remove()
})

let minutes = 0
const renew = () => renewKeyStore(folder.path, progress, new Date(Date.UTC(2026, 0, 1, 0, minutes++)))
const createKey = (stream: string) =>
  progress.query('insert into stream_key (stream_id, wrapped_key) values ($1, $2)', [stream, randomBytes(60)])
const takeKey = (stream: string) => progress.query('delete from stream_key where stream_id = $1', [stream])

async function streamsIn(store: KeyStore): Promise<string[]> {
  const lines = (await text(readKeys(folder.path, store))).split('\n').filter((line) => line !== '')
  expect(lines).toHaveLength(store.keys.count)
  return lines.map((line) => line.split('\t')[0] ?? '')
}

test('a key stays until its learner is erased, whatever happens to the database', async () => {
  expect(await readKeyStore(folder.path)).toBeNull()
  for (const stream of ['learner-b', 'learner-d', 'learner-a']) await createKey(stream)
  expect(await streamsIn(await renew())).toEqual(['learner-a', 'learner-b', 'learner-d'])

  // Restored to a day before b existed, then c signs up.
  await takeKey('learner-b')
  await createKey('learner-c')
  expect(await streamsIn(await renew())).toEqual(['learner-a', 'learner-b', 'learner-c', 'learner-d'])

  await takeKey('learner-a')
  await progress.query(
    "insert into erased_stream (stream_hash) values (sha256('learner-a')), (sha256('learner-b'))",
  )
  const store = await renew()
  expect(await streamsIn(store)).toEqual(['learner-c', 'learner-d'])
  expect([...(await readErased(folder.path, store)).keys()].sort()).toEqual(
    ['learner-a', 'learner-b'].map(hashOfStream).sort(),
  )
  // The earlier files, which had their keys, are deleted.
  expect((await readdir(folder.path)).sort()).toEqual(
    ['key-store.json', store.erased.file, store.keys.file].sort(),
  )

  // The store remembers an erasure that the database has lost, and keeps its key out.
  await progress.query('delete from erased_stream')
  await createKey('learner-a')
  expect(await streamsIn(await renew())).toEqual(['learner-c', 'learner-d'])
})

test('a rewrapped key is stored in its new form', async () => {
  const wrapped = Buffer.from('wrapped with another secret')
  await progress.query("update stream_key set wrapped_key = $1 where stream_id = 'learner-c'", [wrapped])
  const lines = await text(readKeys(folder.path, await renew()))
  expect(lines).toContain(`learner-c\t\\\\x${wrapped.toString('hex')}\t`)
})

test('two simultaneous runs take turns', async () => {
  await using other = await openClient(database.ownerUrl)
  await other.query("select pg_advisory_lock(hashtext('key_store'))")
  const renewed = renew()
  const waiting = async () =>
    (
      await other.query(
        "select from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())",
      )
    ).rowCount
  await vi.waitUntil(async () => (await waiting()) === 1, { interval: 20 })
  await other.query("select pg_advisory_unlock(hashtext('key_store'))")
  const store = await renewed
  expect(await readKeyStore(folder.path)).toEqual(store)
})

test('a damaged store is neither read nor renewed', async () => {
  const store = await renew()
  const file = join(folder.path, store.keys.file)
  await writeFile(file, (await readFile(file)).subarray(1))
  await expect(readKeyStore(folder.path)).rejects.toThrow(/is damaged: stream-keys-/)
  await expect(renew()).rejects.toThrow(/is damaged/)
})
