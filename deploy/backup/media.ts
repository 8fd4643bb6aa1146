import { openNats } from '@rehearse/service-kit'
import { openFolderStorage } from '../../services/media/src/storage/folder-storage.ts'
import { openNatsStorage } from '../../services/media/src/storage/nats-storage.ts'
import type { Storage } from '../../services/media/src/storage/storage.ts'
import { FileMissing } from '../../services/media/src/storage/storage.ts'
import type { Installation } from './installation.ts'
import type { Manifest } from './manifest.ts'
import { type BackupWriter, writePlainPart } from './parts.ts'
import type { Snapshot } from './snapshot.ts'

export const mediaFolder = 'audio'

/** Rows per batch: there may be more names than fit in memory. */
const batch = 1_000

/**
 * Copies every file of the snapshot. Files are named by their content and never change; an unused one is deleted
 * after an hour at the earliest, so there is time to copy them.
 */
export async function backUpMedia(
  to: BackupWriter,
  snapshot: Snapshot,
  storage: Storage,
): Promise<Manifest['media']> {
  const copied: Manifest['media'] = { files: 0, bytes: 0, missing: [] }
  for await (const { name, bytes } of knownFiles(snapshot)) {
    try {
      await writePlainPart(
        to,
        `${mediaFolder}/${name}`,
        await storage.read(name, { start: 0, end: bytes - 1 }),
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

/** Audio files that are referenced but missing. */
export async function findMissingAudio(snapshot: Snapshot, storage: Storage): Promise<string[]> {
  const missing: string[] = []
  for await (const { name } of knownFiles(snapshot)) if (!(await storage.has(name))) missing.push(name)
  return missing
}

async function* knownFiles(snapshot: Snapshot): AsyncGenerator<{ name: string; bytes: number }> {
  for (let after = ''; ; ) {
    const { rows } = await snapshot.query<{ name: string; bytes: number }>(
      'select name, bytes from audio_file where name > $1 order by name limit $2',
      [after, batch],
    )
    yield* rows
    if (rows.length < batch) return
    after = rows.at(-1)?.name ?? ''
  }
}

/** Opens the storage of media as the service itself does. */
export async function withStorage<Result>(
  { media, nats: { url, replicas } }: Installation,
  work: (storage: Storage) => Promise<Result>,
): Promise<Result> {
  if (media.storage === 'folder') return work(openFolderStorage(media.folder))
  const nats = openNats({ url, name: 'rehearse-backup', replicas, log: quiet })
  nats.start()
  try {
    return await work(openNatsStorage(nats))
  } finally {
    await nats.close()
  }
}

const ignore = () => {}
/** The command itself reports failures. */
const quiet = { info: ignore, warn: ignore, error: ignore } as unknown as Parameters<
  typeof openNats
>[0]['log']
