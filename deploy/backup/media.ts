import { join } from 'node:path'
import { mediaBuckets } from '@rehearse/contracts'
import { openNats } from '@rehearse/service-kit'
import { imageFolder, openFolderStorage } from '../../services/media/src/storage/folder-storage.ts'
import { openNatsStorage } from '../../services/media/src/storage/nats-storage.ts'
import type { Storage } from '../../services/media/src/storage/storage.ts'
import { FileMissing } from '../../services/media/src/storage/storage.ts'
import type { Installation } from './installation.ts'
import type { Manifest } from './manifest.ts'
import { type BackupWriter, writePlainPart } from './parts.ts'
import type { Snapshot } from './snapshot.ts'

/** The kinds of files, which are also their folders in a backup. */
export const mediaKinds = ['audio', 'images'] as const
export type MediaStorages = Readonly<Record<(typeof mediaKinds)[number], Storage>>

const tables = { audio: 'audio_file', images: 'image_file' } as const

/** Rows per batch: there may be more names than fit in memory. */
const batch = 1_000

/**
 * Copies every file of the snapshot. Files are named by their content and never change; an unused one is deleted
 * after an hour at the earliest, so there is time to copy them.
 */
export async function backUpMedia(
  to: BackupWriter,
  snapshot: Snapshot,
  storages: MediaStorages,
): Promise<Manifest['media']> {
  const copied: Manifest['media'] = { files: 0, bytes: 0, missing: [] }
  for await (const { kind, name, bytes } of knownFiles(snapshot)) {
    try {
      await writePlainPart(
        to,
        `${kind}/${name}`,
        await storages[kind].read(name, { start: 0, end: bytes - 1 }),
      )
      copied.files += 1
      copied.bytes += bytes
    } catch (error) {
      if (!(error instanceof FileMissing)) throw error
      copied.missing.push(name)
    }
  }
  return copied
}

/** Files that are referenced but missing. */
export async function findMissingMedia(snapshot: Snapshot, storages: MediaStorages): Promise<string[]> {
  const missing: string[] = []
  for await (const { kind, name } of knownFiles(snapshot))
    if (!(await storages[kind].has(name))) missing.push(name)
  return missing
}

interface KnownFile {
  kind: (typeof mediaKinds)[number]
  name: string
  bytes: number
}

async function* knownFiles(snapshot: Snapshot): AsyncGenerator<KnownFile> {
  for (const kind of mediaKinds) {
    for (let after: string | undefined = ''; after !== undefined; ) {
      const { rows }: { rows: { name: string; bytes: number }[] } = await snapshot.query(
        `select name, bytes from ${tables[kind]} where name > $1 order by name limit $2`,
        [after, batch],
      )
      for (const row of rows) yield { kind, ...row }
      after = rows.length < batch ? undefined : rows.at(-1)?.name
    }
  }
}

/** Opens the storages of media as the service itself does. */
export async function withStorages<Result>(
  { media, nats: { url, replicas } }: Installation,
  work: (storages: MediaStorages) => Promise<Result>,
): Promise<Result> {
  if (media.storage === 'folder') {
    const { folder } = media
    return work({
      audio: openFolderStorage(folder),
      images: openFolderStorage(join(folder, imageFolder)),
    })
  }
  const nats = openNats({ url, name: 'rehearse-backup', replicas, log: quiet })
  nats.start()
  try {
    return await work({
      audio: openNatsStorage(nats, mediaBuckets.audio),
      images: openNatsStorage(nats, mediaBuckets.images),
    })
  } finally {
    await nats.close()
  }
}

const ignore = () => {}
/** The command itself reports failures. */
const quiet = { info: ignore, warn: ignore, error: ignore } as unknown as Parameters<
  typeof openNats
>[0]['log']
