import { rm } from 'node:fs/promises'
import { imageUrl, type StoredImage } from '@rehearse/contracts'
import type { StagedFile } from '../storage/staging.ts'
import type { Storage } from '../storage/storage.ts'
import type { Db } from '../tables.ts'
import { type PreparedImage, prepareImage } from './prepare-image.ts'
import { findByDigest, hashOf, insertImage, lockImage, type NewImage } from './repository.ts'

export interface ImageUpload {
  file: StagedFile
  fileName: string
  alt: string
  actor: string
  /** Validate only. */
  dryRun: boolean
}

export interface AddedImage {
  image: StoredImage
  removed: string[]
}

/**
 * Validates an upload and stores it, unless the same bytes were uploaded before: then that image is returned, with its
 * own alternative text.
 * @throws {DomainError} as `prepareImage` does
 */
export async function addImage(
  { db, storage }: { db: Db; storage: Storage },
  { file, fileName, alt, actor, dryRun }: ImageUpload,
): Promise<AddedImage> {
  const known = await findByDigest(db, file.digest, { restore: !dryRun })
  if (known) return known
  const prepared = await prepareImage(file)
  try {
    const image = describe(prepared, { digest: file.digest, alt, fileName, actor })
    if (dryRun) return { image: preview(image), removed: prepared.removed }
    return await db.transaction().execute(async (trx) => {
      await lockImage(trx, file.digest)
      const meanwhile = await findByDigest(trx, file.digest, { restore: true })
      if (meanwhile) return meanwhile
      // The files are stored first: the sweep removes a file without a row, but a row without its files would be wrong.
      for (const [position, { name }] of image.files.entries()) {
        const path = prepared.files[position]?.path
        if (path !== undefined && !(await storage.has(name))) await storage.put(name, path)
      }
      return { image: await insertImage(trx, image), removed: prepared.removed }
    })
  } finally {
    await Promise.all(prepared.files.map(({ path }) => rm(path, { force: true })))
  }
}

function describe(
  { format, width, height, removed, files }: PreparedImage,
  { digest, alt, fileName, actor }: { digest: string; alt: string; fileName: string; actor: string },
): NewImage {
  const hash = hashOf(digest)
  return {
    id: `${hash}-${width}x${height}.${format}`,
    digest,
    alt,
    name: fileName,
    width,
    height,
    uploadedBy: actor,
    removed,
    files: files.map(({ width, bytes }) => ({
      name: `${hash}-${width}.${format}`,
      mimeType: format === 'svg' ? 'image/svg+xml' : 'image/webp',
      width,
      bytes,
    })),
  }
}

/** The image as it would be stored. */
function preview({ files, digest: _digest, removed: _removed, ...image }: NewImage): StoredImage {
  return {
    ...image,
    url: imageUrl(image.id),
    bytes: files[0]?.bytes ?? 0,
    uploadedAt: new Date().toISOString(),
  }
}
