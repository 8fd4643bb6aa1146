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
import { backUpMedia, findMissingMedia, withStorages } from './media.ts'
import type { BackupWriter } from './parts.ts'
import { findDamage, writeChecksums } from './parts.ts'
import { restoreMedia } from './restore-backup.ts'
import { openSnapshot } from './snapshot.ts'

test('audio and images move from a folder through a backup into the object store of NATS', async () => {
  await using folder = await temporaryFolder()
  const from = join(folder.path, 'from')
  await mkdir(from)
  const files = new Map([200_000, 1, 131_072].map(soundFile))
  for (const [name, bytes] of files) await writeFile(join(from, name), bytes)
  const picture = randomBytes(3_000)
  await mkdir(join(from, '.images'))
  await writeFile(join(from, '.images', imageName), picture)
  const { ownerUrl } = await testDatabase('backup_media', [messagingMigrations, ...migrations])
  const lost = `${'0'.repeat(64)}.wav`
  await noteFiles(ownerUrl, new Map([...files, [lost, Buffer.alloc(7)]]))
  await noteImage(ownerUrl, picture)

  const nats = { ...(await testNats()), replicas: 1 }
  const inFolder = { nats, media: { storage: 'folder', folder: from } } as unknown as Installation
  const inNats = { nats, media: { storage: 'nats' } } as unknown as Installation
  const writer: BackupWriter = { folder: join(folder.path, 'backup'), checksums: new Map() }
  await using snapshot = await openSnapshot(ownerUrl)
  expect(await withStorages(inFolder, (storages) => backUpMedia(writer, snapshot, storages))).toEqual({
    files: 4,
    bytes: 334_073,
    missing: [lost],
  })
  await writeChecksums(writer.folder, writer.checksums)
  expect(await findDamage(writer.folder)).toEqual([])

  await withStorages(inNats, async (storages) => {
    await restoreMedia(writer.folder, storages, inNats.media)
    for (const [name, bytes] of files) {
      const heard = await buffer(await storages.audio.read(name, { start: 0, end: bytes.length - 1 }))
      expect(heard.equals(bytes)).toBe(true)
    }
    const seen = await buffer(await storages.images.read(imageName, { start: 0, end: picture.length - 1 }))
    expect(seen.equals(picture)).toBe(true)
    expect(await findMissingMedia(snapshot, storages)).toEqual([lost])
  })
})

function soundFile(length: number): [string, Buffer] {
  const bytes = randomBytes(length)
  return [`${createHash('sha256').update(bytes).digest('hex')}.wav`, bytes]
}

const imageName = `${'a'.repeat(32)}-40.webp`

async function noteImage(url: string, { length }: Buffer): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const id = `${'a'.repeat(32)}-40x30.webp`
  await client.query(
    `insert into image (id, digest, alt, file_name, width, height, bytes, removed, uploaded_by)
     values ($1, 'x', 'A shape', 'shape.png', 40, 30, $2, '{}', 'admin_1')`,
    [id, length],
  )
  await client.query(
    "insert into image_file (name, image_id, mime_type, width, bytes) values ($1, $2, 'image/webp', 40, $3)",
    [imageName, id, length],
  )
  await client.end()
}

async function noteFiles(url: string, files: ReadonlyMap<string, Buffer>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const insert = "insert into audio_file (name, mime_type, bytes) values ($1, 'audio/wav', $2)"
  for (const [name, { length }] of files) await client.query(insert, [name, length])
  await client.end()
}
