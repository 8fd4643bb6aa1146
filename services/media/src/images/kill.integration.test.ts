import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { imageUsesSubject, RESTORABLE_FOR } from '@rehearse/contracts'
import { type Database, openDatabase } from '@rehearse/service-kit'
import { waitUntilReady } from '@rehearse/testing/wait-until-ready'
import Fastify from 'fastify'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { imageFolder, openFolderStorage } from '../storage/folder-storage.ts'
import type { Tables } from '../tables.ts'
import { type MediaService, startMediaService } from '../testing/media-service.ts'
import { sweepImages } from './sweep.ts'

/** The transaction that ends a change of images waits for this lock, so that the process is killed before it. */
const HOLD = 42

let media: MediaService
/** One connection, which holds the lock. */
let owner: Database<Tables>
/** A role may end only its own connections. */
let terminate: (pids: string) => Promise<unknown>
let close: () => Promise<void>
let sweepAt: (now: number) => Promise<{ removed: number }>
beforeAll(async () => {
  media = await startMediaService()
  const { log } = Fastify()
  const database = openDatabase<Tables>({ url: media.databaseUrl, name: 'kill', poolSize: 2, log })
  owner = openDatabase<Tables>({
    url: media.env.DATABASE_OWNER_URL ?? '',
    name: 'owner',
    poolSize: 1,
    log,
  })
  terminate = (pids) =>
    sql.raw(`select pg_terminate_backend(pid) from (${pids}) as held`).execute(database.db)
  const storage = openFolderStorage(join(media.folder, imageFolder))
  sweepAt = (now) => sweepImages({ db: database.db, nats: media.nats, storage }, new Date(now))
  const connection = await media.nats.connection
  connection.subscribe(imageUsesSubject, {
    callback: (_error, message) => void message.respond(JSON.stringify({ uses: {} })),
  })
  await connection.flush()
  await run(`
    create function hold() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock(${HOLD}); return null; end $$;
    create constraint trigger hold after insert or delete on image
      deferrable initially deferred for each row execute function hold()`)
  close = async () => {
    await owner.close()
    await database.close()
    await media.close()
  }
})
afterAll(() => close())
const run = async (statement: string) => (await sql.raw(statement).execute(owner.db)).rows
let child: ChildProcess | undefined
afterEach(async () => {
  child?.kill('SIGKILL')
  await run('select pg_advisory_unlock_all()')
})

const start = async (): Promise<string> => {
  child = spawn(process.execPath, [join(import.meta.dirname, '../testing/killed-service.ts')], {
    env: { ...media.env, PATH: process.env.PATH },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [url] = (await once(child, 'message')) as [string]
  await waitUntilReady(url, { deadlineMs: 90_000 })
  return url
}

/** Waits until the process is about to commit, kills it, and ends what the server still had from it. */
async function killBeforeCommit(): Promise<void> {
  const waiting = `select pid from pg_locks where locktype = 'advisory' and objid = ${HOLD} and not granted
    and database = (select oid from pg_database where datname = current_database())`
  await vi.waitUntil(async () => (await run(waiting)).length === 1)
  child?.kill('SIGKILL')
  await terminate(waiting)
  await vi.waitUntil(async () => (await run(waiting)).length === 0)
  await run('select pg_advisory_unlock_all()')
}

const upload = async (url: string, bytes: Buffer) => {
  const form = new FormData()
  form.append('alt', 'A shape')
  form.append('file', new Blob([new Uint8Array(bytes)]), 'shape.png')
  const headers = { authorization: `Bearer ${media.adminToken}` }
  const reply = await fetch(`${url}/api/images`, { method: 'POST', body: form, headers })
  return (await reply.json()) as { data: { id: string; url: string } }
}
const picture = (seed: number) =>
  sharp({ create: { width: 1_000, height: 20, channels: 3, background: { r: seed, g: 7, b: 9 } } })
    .png()
    .toBuffer()
const deletedFor = (ms: number, id: string) =>
  run(`update image set deleted_at = now() - ${ms} * interval '1 ms' where id = '${id}'`)
const files = () => readdir(join(media.folder, imageFolder))
const rows = async () => (await run('select id from image')).length
const shows = async (path: string) => {
  const reply = await fetch(media.url + path)
  return reply.status === 200 && (await reply.arrayBuffer()).byteLength > 0
}
const hour = 60 * 60 * 1000

test('an upload killed between its files and its rows leaves nothing that the sweep keeps', async () => {
  const url = await start()
  await run(`select pg_advisory_lock(${HOLD})`)
  const bytes = await picture(1)
  const lost = upload(url, bytes).catch(() => 'no response')
  await killBeforeCommit()
  expect(await lost).toBe('no response')
  expect(await files()).toHaveLength(3)
  expect(await rows()).toBe(0)
  expect((await sweepAt(Date.now())).removed).toBe(0)
  expect((await sweepAt(Date.now() + 2 * hour)).removed).toBe(3)
  expect(await files()).toEqual([])

  const { data } = await upload(media.url, bytes)
  expect(await shows(data.url)).toBe(true)
})

test('a sweep killed while it erases an image leaves the image whole, and the next one erases it', async () => {
  const bytes = await picture(2)
  const before = (await files()).length
  const { data } = await upload(media.url, bytes)
  const removal = await fetch(media.url + data.url, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${media.adminToken}` },
  })
  expect(removal.status).toBe(200)
  await deletedFor(RESTORABLE_FOR + hour, data.id)
  await run(`select pg_advisory_lock(${HOLD})`)
  await start()
  await killBeforeCommit()

  // The same bytes bring it back: acknowledged, so it must have its files.
  expect((await upload(media.url, bytes)).data.id).toBe(data.id)
  expect(await shows(data.url)).toBe(true)
  expect(await shows(`${data.url}?w=480`)).toBe(true)

  await deletedFor(24 * hour, data.id)
  await sweepAt(Date.now() + RESTORABLE_FOR)
  expect(await files()).toHaveLength(before)
})
