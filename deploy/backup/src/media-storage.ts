import { openNats } from '@rehearse/service-kit'
import { openFolderStorage } from '../../../services/media/src/storage/folder-storage.ts'
import { openNatsStorage } from '../../../services/media/src/storage/nats-storage.ts'
import type { Storage } from '../../../services/media/src/storage/storage.ts'
import type { Installation } from './installation.ts'

/** The storage of media, as the service itself opens it. */
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
/** Whoever runs the command hears of failures by the command's own. */
const quiet = { info: ignore, warn: ignore, error: ignore } as unknown as Parameters<
  typeof openNats
>[0]['log']
