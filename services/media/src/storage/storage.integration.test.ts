import { randomBytes } from 'node:crypto'
import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { mediaBuckets } from '@rehearse/contracts'
import { openNats } from '@rehearse/service-kit'
import { temporaryFolder, testNats } from '@rehearse/testing'
import Fastify from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import { openFolderStorage } from './folder-storage.ts'
import { openNatsStorage } from './nats-storage.ts'
import { FileMissing, type Storage } from './storage.ts'

const folder = await temporaryFolder()
const waiting = await temporaryFolder()
const { url } = await testNats()
const nats = openNats({ url, name: 'media', replicas: 1, log: Fastify().log })
nats.start()
afterAll(async () => {
  await nats.close()
  await folder.remove()
  await waiting.remove()
})

async function namesIn(storage: Storage): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of storage.list()) names.push(name)
  return names.sort()
}

let count = 0
async function staged(bytes: Buffer): Promise<string> {
  const path = join(waiting.path, `${count++}`)
  await writeFile(path, bytes)
  return path
}

/** The behavior that every storage has. */
describe.each([
  ['folder', openFolderStorage(folder.path)],
  ['nats', openNatsStorage(nats, mediaBuckets.audio)],
])('%s', (kind, storage) => {
  const bytes = randomBytes(700_001)
  const last = bytes.length - 1
  const name = `${kind}-one.wav`
  const names = () => namesIn(storage)

  test('can be prepared repeatedly, and passes its check', async () => {
    await storage.prepare()
    await storage.prepare()
    await storage.check()
    expect(await names()).toEqual([])
  })
  test('returns a stored file unchanged, as a whole and in ranges', async () => {
    await storage.put(name, await staged(bytes))
    expect(await storage.has(name)).toBe(true)
    expect(await storage.has('two.wav')).toBe(false)
    const parts = [
      [0, last],
      [0, 0],
      [last, last],
      [1, 131_071],
      [131_071, 131_072],
      [131_072, 262_144],
      [500_000, last],
    ] as const
    for (const [start, end] of parts) {
      const part = await buffer(await storage.read(name, { start, end }))
      expect(part.equals(bytes.subarray(start, end + 1)), `${start}-${end}`).toBe(true)
    }
  })
  test('stores the same file once, even concurrently', async () => {
    const paths = await Promise.all([staged(bytes), staged(bytes)])
    await Promise.all(paths.map((path) => storage.put(name, path)))
    expect(await names()).toEqual([name])
    expect((await buffer(await storage.read(name, { start: 0, end: last }))).equals(bytes)).toBe(true)
  })
  test('closes the stream when a reader stops in the middle', async () => {
    const stream = await storage.read(name, { start: 0, end: last })
    for await (const _chunk of stream) break
    expect(stream.destroyed).toBe(true)
  })
  test('lists when each file was stored', async () => {
    for await (const { storedAt } of storage.list()) {
      expect(Math.abs(Date.now() - storedAt.getTime())).toBeLessThan(10 * 60_000)
    }
  })
  test('doesn’t treat a complete file as a fragment', async () => {
    // Of two concurrent uploads of the same file, the slower one may leave chunks behind.
    await storage.removeFragments(new Date(Date.now() + 60_000))
    expect(await storage.removeFragments(new Date(Date.now() + 60_000))).toBe(0)
    expect((await buffer(await storage.read(name, { start: 0, end: last }))).equals(bytes)).toBe(true)
  })
  test('removes a file, and ignores a missing one', async () => {
    await storage.remove(name)
    await storage.remove(name)
    expect(await storage.has(name)).toBe(false)
    expect(await names()).toEqual([])
    await expect(storage.read(name, { start: 0, end: 1 })).rejects.toBeInstanceOf(FileMissing)
  })
})

test('removes the chunks of incomplete files from NATS after a while', async () => {
  const storage = openNatsStorage(nats, mediaBuckets.audio)
  const js = await nats.jetstream()
  await js.publish('$O.media_audio.C.half', 'a piece')
  expect(await namesIn(storage)).toEqual([])
  expect(await storage.removeFragments(new Date(Date.now() - 60_000))).toBe(0)
  expect(await storage.removeFragments(new Date(Date.now() + 60_000))).toBe(1)
  expect(await storage.removeFragments(new Date(Date.now() + 60_000))).toBe(0)
})

test('ignores hidden files in the folder', async () => {
  await writeFile(join(folder.path, '.other'), '')
  await utimes(join(folder.path, '.other'), 0, 0)
  expect(await namesIn(openFolderStorage(folder.path))).toEqual([])
  expect(await readdir(folder.path)).toEqual(['.other'])
})
