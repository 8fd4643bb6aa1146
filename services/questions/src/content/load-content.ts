import { randomUUID } from 'node:crypto'
import { DomainError, learningPathInput, sectionInput } from '@rehearse/contracts'
import type { FastifyBaseLogger } from 'fastify'
import { ZodError, z } from 'zod'
import type { ImportRow } from '../imports/read-rows.ts'
import { readSource } from '../imports/read-rows.ts'
import { CONTENT_ACTOR as actor, findByContent, insertBatch, lockImports } from '../imports/repository.ts'
import type { DecideRows, RowDecision } from '../imports/store-rows.ts'
import { storeRows } from '../imports/store-rows.ts'
import { publishEntries, publishRemovedEntries } from '../library/entry-events.ts'
import { presentIds, putEntries, removeEntries } from '../library/repository.ts'
import { foldText } from '../questions/question-text.ts'
import type { Db, Trx } from '../tables.ts'
import { publishNodes } from '../taxonomy/node-events.ts'
import { putLearningPath, putSection, type RevisedNode, takenIds } from '../taxonomy/repository.ts'
import {
  type ContentFile,
  kindOfFile,
  learningPathOf,
  readContentFiles,
  starterEntries,
} from './content-files.ts'
import type { ContentItem } from './content-repository.ts'
import { loadedFiles, readItems, recordFile, writeItems } from './content-repository.ts'

/**
 * Loads what is new or changed in a folder of content, each file in a transaction of its own. An unchanged file costs
 * nothing; several replicas may do this at once. A faulty file is logged and left out: it must not keep the service
 * from serving what it has.
 */
export async function loadContent(db: Db, folder: string, log: FastifyBaseLogger): Promise<void> {
  const files = await readContentFiles(folder)
  if (files.length === 0) log.warn({ folder }, 'content: nothing to load')
  const loaded = await loadedFiles(db)
  for (const file of files) {
    if (isLoaded(file, loaded)) continue
    try {
      await db.transaction().execute((trx) => loadOnce(trx, file, log))
    } catch (error) {
      if (!isFileError(error)) throw error
      log.error({ err: error, file: file.path }, 'content: this file can not be loaded')
    }
  }
}

async function loadOnce(trx: Trx, file: ContentFile, log: FastifyBaseLogger): Promise<void> {
  await lockImports(trx)
  // While this one waited for the lock, another replica may have done it.
  if (isLoaded(file, await loadedFiles(trx))) return
  await loaderOf(file.path)(trx, file, log)
  await recordFile(trx, file)
}

const isLoaded = (file: ContentFile, loaded: ReadonlyMap<string, Buffer>): boolean =>
  loaded.get(file.path)?.equals(file.sha256) === true

function loaderOf(path: string) {
  if (path === 'learning-paths.json') return loadLearningPaths
  if (path === 'sections.json') return loadSections
  return kindOfFile(path) === undefined ? loadQuestions : loadLibrary
}

const isFileError = (error: unknown): boolean =>
  error instanceof DomainError || error instanceof ZodError || error instanceof SyntaxError

/** Loads one file of questions by the code that imports go through, and remembers what it has brought. */
async function loadQuestions(trx: Trx, file: ContentFile, log: FastifyBaseLogger): Promise<void> {
  const { rows, errors } = await readSource(file.text, 'markdown', {
    learningPath: learningPathOf(file.path),
  })
  for (const { line, error } of errors) log.error({ file: file.path, line }, `content: ${error}`)
  const batchId = randomUUID()
  await insertBatch(trx, {
    id: batchId,
    source: `content/${file.path}`,
    format: 'markdown',
    createdBy: actor,
  })
  const keys = rowKeys(rows)
  const items = await readItems(trx, file.path)
  const stored = await storeRows(trx, rows, { decide: decideOnContent(keys, items), actor, batchId })
  const brought = stored.flatMap(({ row, question }) =>
    question
      ? [{ key: keys.get(row) ?? '', left: { questionId: question.id, version: question.version } }]
      : [],
  )
  await writeItems(trx, file.path, brought)
  log.info({ file: file.path, read: rows.length, stored: brought.length }, 'content loaded')
}

/**
 * Loads a file of the library. What an admin has edited stays as it is, what was deleted stays away, and what the file
 * no longer has goes unless an admin has edited it.
 */
async function loadLibrary(trx: Trx, file: ContentFile, log: FastifyBaseLogger): Promise<void> {
  const { kind, entries } = starterEntries(file)
  const { name } = kind
  const ids = entries.map((entry) => entry.id)
  const brought = await readItems(trx, file.path)
  const present = await presentIds(trx, name, ids)
  const wanted = entries.filter((entry) => present.has(entry.id) || !brought.has(entry.id))
  const stored = await putEntries(trx, name, wanted)
  await publishEntries(trx, kind, stored)
  const kept = new Set(ids)
  const removed = await removeEntries(
    trx,
    name,
    file.path,
    [...brought.keys()].filter((id) => !kept.has(id)),
  )
  await publishRemovedEntries(trx, kind, removed)
  await writeItems(
    trx,
    file.path,
    ids.map((key) => ({ key, left: null })),
  )
  log.info({ file: file.path, read: entries.length, stored: stored.length }, 'content loaded')
}

/** Names the rows of one file: by their titles, and by number where a title comes again. */
function rowKeys(rows: readonly ImportRow[]): Map<ImportRow, string> {
  const seen = new Map<string, number>()
  return new Map(
    rows.map((row) => {
      const title = foldText(row.row.title)
      const times = (seen.get(title) ?? 0) + 1
      seen.set(title, times)
      return [row, times === 1 ? title : `${title} #${times}`]
    }),
  )
}

/**
 * A file may change what it has brought itself and no admin has edited since. What is new in it is stored unless the
 * bank has it already, or had it: deleted questions don't come back.
 */
function decideOnContent(
  keys: ReadonlyMap<ImportRow, string>,
  items: ReadonlyMap<string, ContentItem>,
): DecideRows {
  return async (trx, rows) => {
    const present = await findByContent(
      trx,
      rows.map((row) => row.contentHash),
      { deletedToo: true },
    )
    return rows.map((row): RowDecision => {
      const left = items.get(keys.get(row) ?? '')?.left
      if (left) return { do: 'update', questionId: left.questionId, ifVersion: left.version }
      return present.has(row.contentHash.toString('hex')) ? { do: 'skip' } : { do: 'create' }
    })
  }
}

/** Loads the learning paths of a file: a JSON array of them. */
async function loadLearningPaths(trx: Trx, file: ContentFile, log: FastifyBaseLogger): Promise<void> {
  const paths = z.array(learningPathInput).parse(JSON.parse(file.text))
  await load(trx, file, log, { kind: 'learning_path', entries: paths, put: putLearningPath })
}

/** Loads the sections of a file: a JSON array of them. */
async function loadSections(trx: Trx, file: ContentFile, log: FastifyBaseLogger): Promise<void> {
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
    put(trx: Trx, entry: Entry): Promise<RevisedNode | undefined>
  },
): Promise<void> {
  const { kind, entries, put } = catalogue
  const ids = entries.map((entry) => entry.id)
  const brought = await readItems(trx, file.path)
  const present = await takenIds(trx, kind, ids)
  // What this file has brought before and is no longer there was deleted by an admin: it stays away.
  const wanted = entries.filter((entry) => present.has(entry.id) || !brought.has(entry.id))
  const stored: RevisedNode[] = []
  for (const entry of wanted) stored.push(...[await put(trx, entry)].filter((node) => node !== undefined))
  await publishNodes(trx, kind, stored)
  await writeItems(
    trx,
    file.path,
    ids.map((key) => ({ key, left: null })),
  )
  log.info({ file: file.path, read: entries.length, stored: stored.length }, 'content loaded')
}
