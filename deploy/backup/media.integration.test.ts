import { createHash, randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { messagingMigrations } from '@rehearse/service-kit/database/migrate'
import { temporaryFolder, testDatabase, testNats } from '@rehearse/testing'
import pg from 'pg'
import { expect, test } from 'vitest'
import { migrations } from '../../services/media/src/tables.ts'
import type { Installation } from './installation.ts'
import { backUpMedia, findMissingAudio, withStorage } from './media.ts'
import type { BackupWriter } from './parts.ts'
import { findDamage, writeChecksums } from './parts.ts'
import { restoreMedia } from './restore-backup.ts'
import { openSnapshot } from './snapshot.ts'

test('audio moves from a folder through a backup into the object store of NATS', async () => {
  await using folder = await temporaryFolder()
  const from = join(folder.path, 'from')
  await mkdir(from)
  const files = new Map([200_000, 1, 131_072].map(soundFile))
  for (const [name, bytes] of files) await writeFile(join(from, name), bytes)
  const { ownerUrl } = await testDatabase('backup_media', [messagingMigrations, ...migrations])
  const lost = `${'0'.repeat(64)}.wav`
  await noteFiles(ownerUrl, new Map([...files, [lost, Buffer.alloc(7)]]))

  const nats = { ...(await testNats()), replicas: 1 }
  const inFolder = { nats, media: { storage: 'folder', folder: from } } as unknown as Installation
  const inNats = { nats, media: { storage: 'nats' } } as unknown as Installation
  const writer: BackupWriter = { folder: join(folder.path, 'backup'), checksums: new Map() }
  await using snapshot = await openSnapshot(ownerUrl)
  expect(await withStorage(inFolder, (storage) => backUpMedia(writer, snapshot, storage))).toEqual({
    files: 3,
    bytes: 331_073,
    missing: [lost],
  })
  await writeChecksums(writer.folder, writer.checksums)
  expect(await findDamage(writer.folder)).toEqual([])

  await withStorage(inNats, async (storage) => {
    await restoreMedia(writer.folder, storage, inNats.media)
    for (const [name, bytes] of files) {
      const heard = await buffer(await storage.read(name, { start: 0, end: bytes.length - 1 }))
      expect(heard.equals(bytes)).toBe(true)
    }
    expect(await findMissingAudio(snapshot, storage)).toEqual([lost])
  })
})

function soundFile(length: number): [string, Buffer] {
  const bytes = randomBytes(length)
  return [`${createHash('sha256').update(bytes).digest('hex')}.wav`, bytes]
}

async function noteFiles(url: string, files: ReadonlyMap<string, Buffer>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const insert = "insert into audio_file (name, mime_type, bytes) values ($1, 'audio/wav', $2)"
  for (const [name, { length }] of files) await client.query(insert, [name, length])
  await client.end()
}
