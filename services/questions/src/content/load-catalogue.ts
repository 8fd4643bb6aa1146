import { learningPathInput, sectionInput } from '@rehearse/contracts'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import { type RevisedPlace, takenIds } from '../catalogue/place-repository.ts'
import { putLearningPath, putSection } from '../catalogue/starter-repository.ts'
import { tellPlaces } from '../catalogue/tell-places.ts'
import type { Trx } from '../db/tables.ts'
import type { ContentFile } from './content-files.ts'
import { readItems, writeItems } from './content-repository.ts'

/** Loads the learning paths of a file: a JSON array of them. */
export async function loadLearningPaths(trx: Trx, file: ContentFile, log: FastifyBaseLogger): Promise<void> {
  const paths = z.array(learningPathInput).parse(JSON.parse(file.text))
  await load(trx, file, log, { kind: 'learning_path', entries: paths, put: putLearningPath })
}

/** Loads the sections of a file: a JSON array of them. */
export async function loadSections(trx: Trx, file: ContentFile, log: FastifyBaseLogger): Promise<void> {
  const sections = z.array(sectionInput).parse(JSON.parse(file.text))
  await load(trx, file, log, { kind: 'section', entries: sections, put: putSection })
}

async function load<Entry extends { id: string }>(
  trx: Trx,
  file: ContentFile,
  log: FastifyBaseLogger,
  catalogue: {
    kind: 'learning_path' | 'section'
    entries: readonly Entry[]
    put(trx: Trx, entry: Entry): Promise<RevisedPlace | undefined>
  },
): Promise<void> {
  const { kind, entries, put } = catalogue
  const ids = entries.map((entry) => entry.id)
  const brought = await readItems(trx, file.path)
  const present = await takenIds(trx, kind, ids)
  // What this file has brought before and is no longer there was deleted by an admin: it stays away.
  const wanted = entries.filter((entry) => present.has(entry.id) || !brought.has(entry.id))
  const stored: RevisedPlace[] = []
  for (const entry of wanted) stored.push(...[await put(trx, entry)].filter((place) => place !== undefined))
  await tellPlaces(trx, kind, stored)
  await writeItems(
    trx,
    file.path,
    ids.map((key) => ({ key, left: null })),
  )
  log.info({ file: file.path, read: entries.length, stored: stored.length }, 'content loaded')
}
