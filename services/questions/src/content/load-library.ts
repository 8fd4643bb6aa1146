import type { FastifyBaseLogger } from 'fastify'
import type { Trx } from '../db/tables.ts'
import { starterEntries } from '../library/content-kinds.ts'
import { presentIds, putEntries, removeEntries } from '../library/starter-repository.ts'
import { tellEntries, tellRemovedEntries } from '../library/tell-entries.ts'
import type { ContentFile } from './content-files.ts'
import { readItems, writeItems } from './content-repository.ts'

/**
 * Loads a file of the library. What an admin has edited stays as it is, what was deleted stays away, and what the file
 * no longer has goes unless somebody has edited it.
 */
export async function loadLibrary(trx: Trx, file: ContentFile, log: FastifyBaseLogger): Promise<void> {
  const { kind, entries } = starterEntries(file)
  const { name } = kind
  const ids = entries.map((entry) => entry.id)
  const brought = await readItems(trx, file.path)
  const present = await presentIds(trx, name, ids)
  const wanted = entries.filter((entry) => present.has(entry.id) || !brought.has(entry.id))
  const stored = await putEntries(trx, name, wanted)
  await tellEntries(trx, kind, stored)
  const kept = new Set(ids)
  const removed = await removeEntries(
    trx,
    name,
    file.path,
    [...brought.keys()].filter((id) => !kept.has(id)),
  )
  await tellRemovedEntries(trx, kind, removed)
  await writeItems(
    trx,
    file.path,
    ids.map((key) => ({ key, left: null })),
  )
  log.info({ file: file.path, read: entries.length, stored: stored.length }, 'content loaded')
}
