import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const table = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number().int(),
})

/** The content of a backup, besides the checksums of its files. */
export const manifestSchema = z.object({
  format: z.literal(1),
  /** The version that wrote it. */
  version: z.string(),
  startedAt: z.iso.datetime(),
  /** The moment of the backup, by the clock of the machine that made it. */
  cutAt: z.iso.datetime(),
  databases: z.record(
    z.string(),
    z.object({
      server: z.string(),
      migrations: z.array(z.string()),
      /** Ordered so that each table refers to earlier ones only. */
      tables: z.array(table),
      sequences: z.array(z.object({ name: z.string(), value: z.number(), isCalled: z.boolean() })),
    }),
  ),
  /** The end of the event log. */
  log: z.object({ position: z.number().int(), events: z.number().int() }),
  /** Messages that a consumer still had to handle, by stream. */
  streams: z.record(z.string(), z.object({ messages: z.number().int() })),
  media: z.object({
    files: z.number().int(),
    bytes: z.number().int(),
    /** Known to the database, but missing in the storage. */
    missing: z.array(z.string()),
  }),
})
export type Manifest = z.infer<typeof manifestSchema>
export type DatabaseManifest = Manifest['databases'][string]

const fileName = 'manifest.json'

export async function writeManifest(folder: string, manifest: Manifest): Promise<string> {
  await writeFile(join(folder, fileName), `${JSON.stringify(manifest, null, 1)}\n`, {
    flag: 'wx',
    flush: true,
  })
  return fileName
}

/** @throws if it is missing, or of a format that this version doesn't know */
export async function readManifest(folder: string): Promise<Manifest> {
  const parsed = manifestSchema.safeParse(JSON.parse(await readFile(join(folder, fileName), 'utf8')))
  if (parsed.success) return parsed.data
  throw new Error(
    `${join(folder, fileName)} is not a manifest that this version can read: ${parsed.error.message}`,
  )
}
