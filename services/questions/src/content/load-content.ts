import { randomUUID } from 'node:crypto'
import { DomainError, learningPathInput, sectionInput } from '@rehearse/contracts'
import type { FastifyBaseLogger } from 'fastify'
import { ZodError, z } from 'zod'
import { type ImportRow, readSource } from '../imports/read-rows.ts'
import { CONTENT_ACTOR as actor, findByContent, insertBatch, lockImports } from '../imports/repository.ts'
import { type DecideRows, type RowDecision, type StoredRow, storeRows } from '../imports/store-rows.ts'
import { publishEntries, publishRemovedEntries } from '../library/entry-events.ts'
import { presentIds, putEntries, removeEntries } from '../library/repository.ts'
import { publishNodes } from '../nodes/node-events.ts'
import { putLearningPath, putSection, putSteps, type RevisedNode, takenIds } from '../nodes/repository.ts'
import type { Db, Trx } from '../tables.ts'
import { caseFold } from '../text.ts'
import {
  type ContentFile,
  kindOfFile,
  learningPathOf,
  pathOfSteps,
  readContentFiles,
  readPathSteps,
  starterEntries,
} from './content-files.ts'
import {
  type ContentQuestion,
  loadedFiles,
  readContentQuestions,
  readItems,
  recordFile,
  writeContentQuestions,
  writeItems,
} from './content-repository.ts'

/**
 * Loads new or changed files from a content folder, each in its own transaction. An unchanged file costs nothing, and
 * several replicas may run this concurrently. An invalid file is logged and skipped, so that it can't keep the
 * service from starting.
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
      log.error({ err: error, file: file.path }, 'content: could not load this file')
    }
  }
}

async function loadOnce(trx: Trx, file: ContentFile, log: FastifyBaseLogger): Promise<void> {
  await lockImports(trx)
  // Another replica may have loaded it while this one waited for the lock.
  if (isLoaded(file, await loadedFiles(trx))) return
  const isComplete = await loaderOf(file.path)(trx, file, log)
  if (isComplete !== false) await recordFile(trx, file)
}

const isLoaded = (file: ContentFile, loaded: ReadonlyMap<string, Buffer>): boolean =>
  loaded.get(file.path)?.equals(file.sha256) === true

/** Loads a file. @returns `false` if it refers to something that a later start may load */
type Loader = (trx: Trx, file: ContentFile, log: FastifyBaseLogger) => Promise<unknown>

function loaderOf(path: string): Loader {
  if (pathOfSteps(path) !== undefined) return loadSteps
  if (path === 'learning-paths.json') return loadLearningPaths
  if (path === 'sections.json') return loadSections
  return kindOfFile(path) === undefined ? loadQuestions : loadLibrary
}

const isFileError = (error: unknown): boolean =>
  error instanceof DomainError || error instanceof ZodError || error instanceof SyntaxError

/** Loads a question file with the code for imports, and stores which questions came from it. */
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
  const known = await readContentQuestions(
    trx,
    rows.flatMap(({ id }) => id ?? []),
  )
  const decide = decideOnContent((row) =>
    row.id === undefined ? items.get(keys.get(row) ?? '')?.left : known.get(row.id),
  )
  const stored = await storeRows(trx, rows, { decide, actor, batchId })
  await writeContentQuestions(trx, stored.flatMap(broughtQuestion))
  const unnamed = stored.flatMap(({ row, question }) =>
    row.id === undefined && question
      ? [{ key: keys.get(row) ?? '', left: { questionId: question.id, version: question.version } }]
      : [],
  )
  await writeItems(trx, file.path, unnamed)
  const count = stored.filter(({ question }) => question).length
  log.info({ file: file.path, read: rows.length, stored: count }, 'content loaded')
}

/** The entry to store for a row with a permanent id. */
function broughtQuestion({ row: { id }, decision, question }: StoredRow): ContentQuestion[] {
  if (id === undefined) return []
  if (question) return [{ id, questionId: question.id, version: question.version }]
  return decision.do === 'skip' && decision.like !== undefined
    ? [{ id, questionId: decision.like, version: null }]
    : []
}

/**
 * Loads a library file. Entries that an admin has edited stay unchanged, deleted ones stay deleted, and entries that
 * the file no longer contains are removed unless an admin has edited them.
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

/** Keys for the rows of a file that have no permanent id: their titles, numbered if a title occurs more than once. */
function rowKeys(rows: readonly ImportRow[]): Map<ImportRow, string> {
  const seen = new Map<string, number>()
  return new Map(
    rows.map((row) => {
      const title = caseFold(row.row.title)
      const times = (seen.get(title) ?? 0) + 1
      seen.set(title, times)
      return [row, times === 1 ? title : `${title} #${times}`]
    }),
  )
}

/**
 * A file may change its own entries unless an admin has edited them since. New entries are stored unless the bank has
 * them or had them: deleted questions aren't restored.
 */
function decideOnContent(
  leftBy: (row: ImportRow) => { questionId: string; version: number | null } | null | undefined,
): DecideRows {
  return async (trx, rows) => {
    const present = await findByContent(
      trx,
      rows.map((row) => row.contentHash),
      { deletedToo: true },
    )
    return rows.map((row): RowDecision => {
      const left = leftBy(row)
      if (left?.version) return { do: 'update', questionId: left.questionId, ifVersion: left.version }
      const like = left?.questionId ?? present.get(row.contentHash.toString('hex'))
      return like === undefined ? { do: 'create' } : { do: 'skip', like }
    })
  }
}

/** Loads the learning paths of a file, a JSON array. */
async function loadLearningPaths(trx: Trx, file: ContentFile, log: FastifyBaseLogger): Promise<void> {
  const paths = z.array(learningPathInput).parse(JSON.parse(file.text))
  await load(trx, file, log, { kind: 'learning_path', entries: paths, put: putLearningPath })
}

/**
 * Loads the steps of a learning path; its questions must be loaded before. Steps that an admin has edited stay
 * unchanged.
 */
async function loadSteps(trx: Trx, file: ContentFile, log: FastifyBaseLogger): Promise<boolean> {
  const steps = readPathSteps(file.text)
  const known = await readContentQuestions(
    trx,
    steps.flatMap(({ questions }) => questions),
  )
  const missing = steps.flatMap(({ questions }) => questions.filter((id) => !known.has(id)))
  if (missing.length > 0)
    log.warn({ file: file.path, missing }, 'content: a step refers to missing questions')
  const pathId = pathOfSteps(file.path) ?? ''
  const stored = await putSteps(
    trx,
    pathId,
    steps.map(({ questions, challenges, ...step }) => ({
      ...step,
      questionIds: questions.flatMap((id) => known.get(id)?.questionId ?? []),
      ...(challenges && { challengeIds: challenges }),
    })),
  )
  if (stored) await publishNodes(trx, 'learning_path', [stored])
  log.info({ file: file.path, read: steps.length, stored: stored ? steps.length : 0 }, 'content loaded')
  return missing.length === 0
}

/** Loads the sections of a file, a JSON array. */
async function loadSections(trx: Trx, file: ContentFile, log: FastifyBaseLogger): Promise<void> {
  const sections = z.array(sectionInput).parse(JSON.parse(file.text))
  await load(trx, file, log, { kind: 'section', entries: sections, put: putSection })
}

async function load<Entry extends { id: string }>(
  trx: Trx,
  file: ContentFile,
  log: FastifyBaseLogger,
  catalog: {
    kind: 'learning_path' | 'section'
    entries: readonly Entry[]
    put(trx: Trx, entry: Entry): Promise<RevisedNode | undefined>
  },
): Promise<void> {
  const { kind, entries, put } = catalog
  const ids = entries.map((entry) => entry.id)
  const brought = await readItems(trx, file.path)
  const present = await takenIds(trx, kind, ids)
  // An entry that this file loaded before and that no longer exists was deleted by an admin, so it stays deleted.
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
