import { imageUrl, type StoredImage } from '@rehearse/contracts'
import { sql } from 'kysely'
import type { Db, Trx } from '../tables.ts'

interface ImageFile {
  name: string
  mimeType: string
  width: number
  bytes: number
}

export interface NewImage
  extends Pick<StoredImage, 'id' | 'alt' | 'name' | 'width' | 'height' | 'uploadedBy'> {
  /** SHA-256 of the uploaded bytes, in hex. */
  digest: string
  removed: string[]
  /** Largest first. */
  files: ImageFile[]
}

const columns = [
  'id',
  'alt',
  'file_name as name',
  'width',
  'height',
  'bytes',
  'uploaded_by as uploadedBy',
  'uploaded_at',
] as const

type Row = Omit<StoredImage, 'url' | 'uploadedAt'> & { uploaded_at: Date }

const toImage = ({ uploaded_at, ...row }: Row): StoredImage => ({
  ...row,
  url: imageUrl(row.id),
  uploadedAt: uploaded_at.toISOString(),
})

/** The part of a digest that the ids and files of its image begin with. */
export const hashOf = (digestOrName: string): string => digestOrName.slice(0, 32)

/** Until the transaction ends, no other request stores or removes files of the same upload. */
export async function lockImage(trx: Trx, digestOrName: string): Promise<void> {
  const key = `image ${hashOf(digestOrName)}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx)
}

/** The image of these bytes. A deleted one is restored, if `restore` is set, else it counts as missing. */
export async function findByDigest(
  db: Db | Trx,
  digest: string,
  { restore }: { restore: boolean },
): Promise<{ image: StoredImage; removed: string[] } | undefined> {
  const bytes = Buffer.from(digest, 'hex')
  if (restore) {
    await db
      .updateTable('image')
      .set({ deleted_at: null })
      .where('digest', '=', bytes)
      .where('deleted_at', 'is not', null)
      .execute()
  }
  const row = await db
    .selectFrom('image')
    .select([...columns, 'removed'])
    .where('digest', '=', bytes)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { removed, ...rest } = row
  return { image: toImage(rest), removed }
}

export async function insertImage(trx: Trx, { files, digest, ...image }: NewImage): Promise<StoredImage> {
  const row = await trx
    .insertInto('image')
    .values({
      id: image.id,
      digest: Buffer.from(digest, 'hex'),
      alt: image.alt,
      file_name: image.name,
      width: image.width,
      height: image.height,
      bytes: files[0]?.bytes ?? 0,
      removed: image.removed,
      uploaded_by: image.uploadedBy,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('image_file')
    .values(
      files.map(({ name, mimeType, width, bytes }) => ({
        name,
        image_id: image.id,
        mime_type: mimeType,
        width,
        bytes,
      })),
    )
    .execute()
  return toImage(row)
}

/** The smallest file of an image that is at least this wide, else its largest. */
export async function findFile(
  db: Db,
  id: string,
  width: number | undefined,
): Promise<{ name: string; mimeType: string; bytes: number } | undefined> {
  const files = await db
    .selectFrom('image_file')
    .innerJoin('image', 'image.id', 'image_file.image_id')
    .select(['name', 'mime_type as mimeType', 'image_file.width', 'image_file.bytes'])
    .where('image_id', '=', id)
    .where('deleted_at', 'is', null)
    .orderBy('image_file.width')
    .execute()
  return files.find((file) => width !== undefined && file.width >= width) ?? files.at(-1)
}

/** Newest first. */
export async function listImages(
  db: Db,
  { search, page, pageSize }: { search: string | undefined; page: number; pageSize: number },
): Promise<{ images: StoredImage[]; total: number }> {
  const pattern = `%${(search ?? '').replace(/[\\%_]/g, '\\$&')}%`
  const found = db
    .selectFrom('image')
    .where('deleted_at', 'is', null)
    .where((where) => where.or([where('alt', 'ilike', pattern), where('file_name', 'ilike', pattern)]))
  const rows = await found
    .select(columns)
    .orderBy('uploaded_at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  const { total } = await found
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  return { images: rows.map(toImage), total: Number(total) }
}

export async function changeAlt(db: Db, id: string, alt: string): Promise<StoredImage | undefined> {
  const row = await db
    .updateTable('image')
    .set({ alt })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(columns)
    .executeTakeFirst()
  return row && toImage(row)
}

/** @returns whether there was such an image */
export async function markDeleted(
  db: Db,
  id: string,
  { by, at }: { by: string; at: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('image')
    .set({ deleted_at: at, deleted_by: by })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Images that were deleted, a batch at a time. */
export async function findDeleted(
  db: Db,
  { after, limit }: { after: string; limit: number },
): Promise<{ id: string; deletedAt: Date }[]> {
  const rows = await db
    .selectFrom('image')
    .select(['id', 'deleted_at'])
    .where('deleted_at', 'is not', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.flatMap(({ id, deleted_at: deletedAt }) => (deletedAt === null ? [] : [{ id, deletedAt }]))
}

export async function restoreImages(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.updateTable('image').set({ deleted_at: null }).where('id', 'in', ids).execute()
}

/** Removes the rows of an image that was deleted before a time. Their files are unknown from then on. */
export async function eraseImage(trx: Trx, id: string, before: Date): Promise<void> {
  await trx.deleteFrom('image').where('id', '=', id).where('deleted_at', '<', before).execute()
}

/** Whether no image has this file. */
export async function isUnknownFile(trx: Trx, name: string): Promise<boolean> {
  const found = await trx.selectFrom('image_file').select('name').where('name', '=', name).executeTakeFirst()
  return found === undefined
}

/** The names among these that belong to no image. */
export async function findUnknownFiles(db: Db, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${names}::text[]) as given (name)
    where not exists (select from image_file where image_file.name = given.name)`.execute(db)
  return rows.map(({ name }) => name)
}
