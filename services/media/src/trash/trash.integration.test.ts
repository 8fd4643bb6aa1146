import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { imageUsesSubject, RESTORABLE_FOR, type TrashFile } from '@rehearse/contracts'
import { type Database, openDatabase } from '@rehearse/service-kit'
import Fastify from 'fastify'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sweep } from '../audio/sweep.ts'
import { sweepImages } from '../images/sweep.ts'
import { imageFolder, openFolderStorage } from '../storage/folder-storage.ts'
import { openStaging } from '../storage/staging.ts'
import type { Tables } from '../tables.ts'
import { type MediaService, startMediaService } from '../testing/media-service.ts'
import { wavFile } from '../testing/sounds.ts'

const hour = 60 * 60 * 1000
let media: MediaService
let database: Database<Tables>
beforeAll(async () => {
  media = await startMediaService()
  database = openDatabase<Tables>({ url: media.databaseUrl, name: 'test', poolSize: 2, log: Fastify().log })
  const connection = await media.nats.connection
  connection.subscribe(imageUsesSubject, {
    callback: (_error, message) => void message.respond(JSON.stringify({ uses: {} })),
  })
  await connection.flush()
})
afterAll(async () => {
  await database.close()
  await media.close()
})

interface Reply {
  code: string
  data: TrashFile[]
}
const send = async (method: string, path: string, token = media.adminToken) => {
  const reply = await fetch(media.url + path, { method, headers: { authorization: `Bearer ${token}` } })
  return { status: reply.status, body: (await reply.json()) as Reply }
}
const listed = async (query = '') =>
  (await send('GET', `/api/admin/trash/files?pageSize=100${query}`)).body.data
const restore = (id = '') => send('POST', `/api/admin/trash/files/${id}/restore`)
const status = async (url: string) => (await fetch(media.url + url)).status

let seed = 700
const sound = () => wavFile(0.1, { seed: seed++ })
const audioFiles = async () => (await readdir(media.folder)).filter((name) => name.endsWith('.wav'))
const imageFiles = () => readdir(join(media.folder, imageFolder))
const later = (ms: number) => new Date(Date.now() + ms)
const sweepAudio = (now: Date) => {
  const staging = openStaging(join(media.folder, '.staging'))
  return sweep({ db: database.db, storage: openFolderStorage(media.folder), staging }, now)
}

async function newImage(alt: string): Promise<string> {
  const background = { r: seed++ % 256, g: seed % 200, b: 9 }
  const bytes = await sharp({ create: { width: 20, height: 10, channels: 3, background } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('alt', alt)
  form.append('file', new Blob([new Uint8Array(bytes)]), 'a.png')
  const headers = { authorization: `Bearer ${media.adminToken}` }
  const reply = await fetch(`${media.url}/api/images`, { method: 'POST', body: form, headers })
  return ((await reply.json()) as { data: { id: string } }).data.id
}

test('a deleted image is listed with who and when, and restored under its address', async () => {
  const id = await newImage('A clock on a wall')
  await send('DELETE', `/api/images/${id}`)
  expect(await status(`/api/images/${id}`)).toBe(404)
  const [found, ...others] = await listed('&search=CLOCK')
  expect(others).toEqual([])
  expect(found).toMatchObject({
    id,
    kind: 'image',
    entryId: id,
    title: 'A clock on a wall',
    deletedBy: 'admin_1',
  })
  const left = Date.parse(found?.expiresAt ?? '') - Date.parse(found?.deletedAt ?? '')
  expect(left).toBe(RESTORABLE_FOR)
  expect(await listed('&kind=question-audio')).toEqual([])

  expect((await restore(id)).status).toBe(200)
  expect((await restore(id)).status).toBe(200)
  expect(await status(`/api/images/${id}`)).toBe(200)
  expect(await listed('&search=clock')).toEqual([])
})

test('deleted audio is listed with its question, and attached again by a restoration', async () => {
  const questionId = await media.question()
  const { body } = await media.upload(sound(), questionId, { type: 'answer' })
  await media.remove(body.url)
  expect(await status(body.url)).toBe(404)
  const [found] = (await listed('&kind=answer-audio')).filter((one) => one.entryId === questionId)
  expect(found).toMatchObject({ kind: 'answer-audio', deletedBy: 'admin_1' })
  // It stays as long as it can be restored.
  await sweepAudio(later(RESTORABLE_FOR - 4 * hour))
  await sweepAudio(later(RESTORABLE_FOR - hour))
  expect((await restore(found?.id)).status).toBe(200)
  expect(await status(body.url)).toBe(200)
  expect((await restore(found?.id)).body.code).toBe('not_in_trash')
  await sweepAudio(later(RESTORABLE_FOR + 3 * hour))
  expect(await status(body.url)).toBe(200)
})

test('deleted audio waits for a place and for its question', async () => {
  const questionId = await media.question()
  const first = await media.upload(sound(), questionId)
  await media.remove(first.body.url)
  const second = await media.upload(sound(), questionId)
  const [found] = (await listed()).filter((one) => one.entryId === questionId)
  expect(await restore(found?.id)).toMatchObject({ status: 409, body: { code: 'audio_replaced' } })
  expect(await status(second.body.url)).toBe(200)
  await media.publishQuestion('QuestionDeleted', questionId, 2)
  // Until that is known, a restoration would succeed if the second one were gone.
  await vi.waitUntil(async () => (await status(second.body.url)) === 404)
  expect(await restore(found?.id)).toMatchObject({ status: 409, body: { code: 'question_deleted' } })
})

test('after 30 days, rows and files are erased; nothing is restored then', async () => {
  const questionId = await media.question()
  const { body } = await media.upload(sound(), questionId)
  const id = await newImage('Gone soon')
  await media.remove(body.url)
  await send('DELETE', `/api/images/${id}`)
  const deletion = (await listed()).find((one) => one.entryId === questionId)
  const past = new Date(Date.now() - RESTORABLE_FOR - hour)
  await sql`update audio_deletion set deleted_at = ${past} where id::text = ${deletion?.id}`.execute(
    database.db,
  )
  await sql`update image set deleted_at = ${past} where id = ${id}`.execute(database.db)
  expect((await listed()).filter((one) => [deletion?.id, id].includes(one.id))).toEqual([])
  for (const gone of [deletion?.id, id])
    expect(await restore(gone)).toMatchObject({ status: 409, body: { code: 'restore_expired' } })

  const name = body.url.split('/').at(-1)
  expect(await audioFiles()).toContain(name)
  await sweepAudio(new Date())
  // The file was in use by the trash until now: a page may still be open for an hour.
  await sweepAudio(later(2 * hour))
  expect(await audioFiles()).not.toContain(name)
  const images = {
    db: database.db,
    nats: media.nats,
    storage: openFolderStorage(join(media.folder, imageFolder)),
  }
  await sweepImages(images, new Date())
  await sweepImages(images, later(2 * hour))
  expect((await imageFiles()).filter((file) => file.startsWith(id.slice(0, 32)))).toEqual([])
  for (const gone of [deletion?.id, id]) expect((await restore(gone)).body.code).toBe('not_in_trash')
})
