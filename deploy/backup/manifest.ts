import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const table = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number().int(),
})

/** What a backup holds, beside the checksums of its files. */
export const manifestSchema = z.object({
  format: z.literal(1),
  /** Of the product that wrote it. */
  version: z.string(),
  startedAt: z.iso.datetime(),
  /** The moment that the backup is of, by the clock of the machine that made it. */
  cutAt: z.iso.datetime(),
  databases: z.record(
    z.string(),
    z.object({
      server: z.string(),
      migrations: z.array(z.string()),
      /** In an order in which each refers to those before it only. */
      tables: z.array(table),
      sequences: z.array(z.object({ name: z.string(), value: z.number(), isCalled: z.boolean() })),
    }),
  ),
  /** Where the log of events ended. */
  log: z.object({ position: z.number().int(), events: z.number().int() }),
  /** Messages that somebody had still to take in, by stream. */
  streams: z.record(z.string(), z.object({ messages: z.number().int() })),
  media: z.object({
    files: z.number().int(),
    bytes: z.number().int(),
    /** Known to the database, but not to be found in the storage. */
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

/** @throws when it is none, or of a format that this version doesn't know */
export async function readManifest(folder: string): Promise<Manifest> {
  const parsed = manifestSchema.safeParse(JSON.parse(await readFile(join(folder, fileName), 'utf8')))
  if (parsed.success) return parsed.data
  throw new Error(
    `${join(folder, fileName)} is not of a backup that this version can read: ${parsed.error.message}`,
  )
}
