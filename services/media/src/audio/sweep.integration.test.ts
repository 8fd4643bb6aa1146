import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, utimes, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { RESTORABLE_FOR } from '@rehearse/contracts'
import { openDatabase } from '@rehearse/service-kit'
import { waitUntilReady } from '@rehearse/testing/wait-until-ready'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openFolderStorage } from '../storage/folder-storage.ts'
import { openStaging } from '../storage/staging.ts'
import type { Tables } from '../tables.ts'
import { type MediaService, startMediaService } from '../testing/media-service.ts'
import { wavFile } from '../testing/sounds.ts'
import { sweep } from './sweep.ts'

const hour = 60 * 60 * 1000
let media: MediaService
let sweepAt: (now: Date) => Promise<number>
/** Sweeps as of a future time; staged files of current uploads count as in progress and are left alone. */
let sweepStorageAt: (now: Date) => Promise<number>
let close: () => Promise<void>
beforeAll(async () => {
  media = await startMediaService()
  const database = openDatabase<Tables>({
    url: media.databaseUrl,
    name: 'sweep',
    poolSize: 4,
    log: Fastify().log,
  })
  close = database.close
  const storage = openFolderStorage(media.folder)
  const staging = openStaging(join(media.folder, '.staging'))
  sweepAt = (now) => sweep({ db: database.db, storage, staging }, now)
  sweepStorageAt = (now) =>
    sweep({ db: database.db, storage, staging: { ...staging, sweep: async () => 0 } }, now)
})
afterAll(async () => {
  await close()
  await media.close()
})

let seed = 100
const sound = () => wavFile(0.1, { seed: seed++ })
const files = async () => (await readdir(media.folder)).filter((name) => !name.startsWith('.'))
const staged = () => readdir(join(media.folder, '.staging'))
const status = async (url: string) => (await fetch(media.url + url)).status
const later = (ms: number) => new Date(Date.now() + ms)

test('keeps files in use, and removes unused ones after an hour', async () => {
  const questionId = await media.question()
  const lost = await media.upload(sound(), questionId)
  const kept = await media.upload(sound(), questionId)
  expect(await files()).toHaveLength(2)
  expect(await sweepAt(new Date())).toBe(0)
  expect(await sweepAt(later(0.9 * hour))).toBe(0)
  expect(await sweepAt(later(2 * hour))).toBe(1)
  expect(await files()).toEqual([kept.body.url.split('/').at(-1)])
  expect(await status(kept.body.url)).toBe(200)
  expect(await status(lost.body.url)).toBe(404)
})

test('keeps a file that is used again within the hour', async () => {
  const bytes = sound()
  const first = await media.upload(bytes, await media.question())
  await media.remove(first.body.url)
  await sweepAt(new Date())
  const second = await media.upload(bytes, await media.question())
  await sweepAt(later(2 * hour))
  expect(await status(second.body.url)).toBe(200)
})

test('serves every acknowledged upload while uploads and sweeps run concurrently', async () => {
  const bytes = sound()
  const ids = await Promise.all(Array.from({ length: 6 }, () => media.question()))
  let sweeping = true
  const sweeps = (async () => {
    while (sweeping) await sweepStorageAt(later(3 * hour))
  })()
  try {
    for (const id of ids) {
      const { body } = await media.upload(bytes, id)
      expect(await status(body.url)).toBe(200)
      await media.remove(body.url)
    }
  } finally {
    sweeping = false
    await sweeps
  }
  const last = await media.upload(bytes, ids[0] ?? '')
  await sweepAt(later(3 * hour))
  expect(await status(last.body.url)).toBe(200)
})

test('keeps the audio of a deleted question as long as the question can be restored', async () => {
  const questionId = await media.question()
  const { body } = await media.upload(sound(), questionId)
  const before = (await files()).length
  await media.publishQuestion('QuestionDeleted', questionId, 2)
  await vi.waitUntil(async () => (await status(body.url)) === 404)
  await sweepAt(later(RESTORABLE_FOR - hour))
  await sweepAt(later(RESTORABLE_FOR - hour))
  expect(await files()).toHaveLength(before)
  const over = RESTORABLE_FOR + 2 * hour
  await sweepAt(later(over))
  await sweepAt(later(over + 2 * hour))
  expect(await files()).toHaveLength(before - 1)
})

test('removes unknown files and unfinished uploads after an hour', async () => {
  const stray = join(media.folder, `${'0'.repeat(64)}.wav`)
  const half = join(media.folder, '.staging', 'half')
  await writeFile(stray, 'stray')
  await writeFile(half, 'half')
  expect(await sweepAt(new Date())).toBe(0)
  const old = new Date(Date.now() - 2 * hour)
  await utimes(stray, old, old)
  await utimes(half, old, old)
  expect(await sweepAt(new Date())).toBe(2)
  expect(await staged()).toEqual([])
})

test('leaves nothing visible when the process is killed during an upload', async () => {
  const before = await files()
  const child = spawn(process.execPath, [join(import.meta.dirname, '../testing/killed-service.ts')], {
    env: { ...media.env, PATH: process.env.PATH },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [url] = (await once(child, 'message')) as [string]
  await waitUntilReady(url, { deadlineMs: 90_000 })
  const upload = request(`${url}/api/audio/upload`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${media.adminToken}`,
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': 10_000_000,
    },
  })
  upload.on('error', () => {})
  upload.write('--x\r\ncontent-disposition: form-data; name="file"; filename="a.wav"\r\n\r\n')
  upload.write(wavFile(60))
  await vi.waitUntil(async () => (await staged()).length === 1)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await files()).toEqual(before)
  expect(await staged()).toHaveLength(1)
  expect(await sweepAt(later(2 * hour))).toBeGreaterThanOrEqual(1)
  expect(await staged()).toEqual([])
})
