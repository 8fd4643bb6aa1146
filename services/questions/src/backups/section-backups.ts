import { createHash } from 'node:crypto'
import { type BackedUpQuestion, type BackupInput, type BackupListing, DomainError } from '@rehearse/contracts'
import type { ReadBackup } from '../backup-file.ts'
import { printBackupFile } from '../exports/printing-thread.ts'
import { slugify } from '../nodes/node.ts'
import { findNodes } from '../nodes/repository.ts'
import { storedType } from '../questions/new-question.ts'
import { normalizeOptions } from '../questions/normalize-options.ts'
import { renderFull } from '../questions/question-view.ts'
import type { Db, Trx } from '../tables.ts'
import { caseFold } from '../text.ts'
import {
  type BackupFileName,
  backupFileNames,
  backupName,
  deleteBackup,
  findBackup,
  listBackups,
  listRestorePoints,
  lockBackups,
  questionsOfSections,
  sectionNames,
  storeBackup,
} from './repository.ts'

/**
 * Adds one question to the backup of its section, replacing the one with its id.
 * @throws {DomainError} invalid, `damaged_backup`: the section's file is damaged
 */
export async function backUpQuestion(
  trx: Trx,
  question: BackedUpQuestion,
  { readBackup, kept }: { readBackup: ReadBackup; kept: number },
): Promise<{ backupPath: string }> {
  await lockBackups(trx)
  const file = await fileOf(trx, question.section)
  const text = file && (await findBackup(trx, file.stem))
  const present = text === undefined ? undefined : await readBackup(text)
  const others = present?.questions.filter((other) => other.id !== question.id) ?? []
  const section = file?.section ?? question.section
  const stem = await write(trx, { section, questions: [question, ...others], fingerprint: null, kept })
  return { backupPath: backupName(stem) }
}

/**
 * Backs up the questions of one section, or of all. Existing backups become earlier restore points.
 * @throws {DomainError} not-found, `section_not_found`: the section has no questions
 */
export async function backUpSections(
  db: Db,
  wanted: string | undefined,
  kept: number,
): Promise<BackupListing[]> {
  const wantedName = wanted === undefined ? undefined : caseFold(await nameOf(db, wanted))
  // A section and a category may have the same name in another case: they share a backup.
  const namesOf = Map.groupBy(await sectionNames(db), caseFold)
  const chosen = [...namesOf].filter(([name]) => wantedName === undefined || name === wantedName)
  if (wanted !== undefined && chosen.length === 0) throw sectionNotFound()
  for (const [, names] of chosen) await db.transaction().execute((trx) => backUpSection(trx, names, kept))
  const written = new Set(chosen.map(([name]) => name))
  return (await listBackups(db)).filter(({ section }) => written.has(caseFold(section)))
}

async function backUpSection(trx: Trx, names: readonly string[], kept: number): Promise<void> {
  await lockBackups(trx)
  const section = (await fileOf(trx, names[0] ?? ''))?.section ?? names[0] ?? ''
  const backedUpAt = new Date().toISOString()
  const questions = (await questionsOfSections(trx, names)).map((question) => ({
    ...renderFull(question),
    section,
    backedUpAt,
  }))
  await write(trx, { section, questions, fingerprint: fingerprintOf(questions), kept })
}

/** The same for two backups of the same versions, however often their questions were used in between. */
function fingerprintOf(questions: readonly BackedUpQuestion[]): string {
  const hash = createHash('sha256')
  for (const { id, version, category, subcategory, learningPath, topic, ...rest } of questions) {
    const { sectionId, audioQuestion, audioAnswer } = rest
    const names = [category, subcategory, learningPath, topic, sectionId]
    hash.update(JSON.stringify([id, version, names, audioQuestion, audioAnswer]))
  }
  return hash.digest('hex')
}

async function write(
  trx: Trx,
  given: {
    section: string
    questions: readonly BackedUpQuestion[]
    fingerprint: string | null
    kept: number
  },
): Promise<string> {
  const { section, questions, fingerprint, kept } = given
  const content = await printBackupFile(section, questions)
  const stem = (await fileOf(trx, section))?.stem ?? (await freeStem(trx, section))
  await storeBackup(trx, { stem, section, content, questionCount: questions.length, fingerprint }, kept)
  return stem
}

/** The file of exactly this section: the stems of different names may be alike, so they identify nothing. */
async function fileOf(db: Db, section: string): Promise<BackupFileName | undefined> {
  const name = caseFold(section)
  return (await backupFileNames(db)).find((file) => caseFold(file.section) === name)
}

/** The section's name in readable ASCII, with a number if another section's file has that name. */
async function freeStem(db: Db, section: string): Promise<string> {
  const taken = new Set((await backupFileNames(db)).map(({ stem }) => stem))
  const plain = slugify(section)
  let stem = plain
  for (let next = 2; taken.has(stem); next += 1) stem = `${plain}-${next}`
  return stem
}

/** The name of the section or category with this name or id; the given text if there is none. */
async function nameOf(db: Db, wanted: string): Promise<string> {
  for (const kind of ['section', 'category'] as const) {
    const node = (await findNodes(db, kind, [wanted])).get(wanted)
    if (node !== undefined) return node.name
  }
  return wanted
}

/** The stored file of a section, by its name, or by the id of the section or category. */
const findFile = async (db: Db, section: string): Promise<BackupFileName | undefined> =>
  (await fileOf(db, section)) ?? fileOf(db, await nameOf(db, section))

/** @throws {DomainError} not-found, `backup_not_found` */
export async function deleteSectionBackup(trx: Trx, section: string): Promise<void> {
  await lockBackups(trx)
  const file = await findFile(trx, section)
  if (file === undefined) throw backupNotFound()
  await deleteBackup(trx, file.stem)
}

/**
 * The file as text.
 * @param point one of the section's restore points; the newest by default
 * @throws {DomainError} not-found, `backup_not_found` or `restore_point_not_found`
 */
export async function requireBackup(
  db: Db,
  section: string,
  point?: string,
): Promise<{ name: string; content: string }> {
  const file = await findFile(db, section)
  const content = file && (await findBackup(db, file.stem, point))
  if (content === undefined || file === undefined)
    throw point === undefined ? backupNotFound() : pointNotFound()
  return { name: backupName(file.stem), content }
}

const sectionNotFound = () =>
  new DomainError({ kind: 'not-found', code: 'section_not_found', message: 'The section has no questions' })

const backupNotFound = () =>
  new DomainError({ kind: 'not-found', code: 'backup_not_found', message: 'Backup not found' })

const pointNotFound = () =>
  new DomainError({
    kind: 'not-found',
    code: 'restore_point_not_found',
    message: 'The section has no such restore point',
  })

/** The response to the query's `action`: stats, the files, or the questions or restore points of a section, newest first. */
export async function readBackups(
  db: Db,
  { action, section }: { action?: string | undefined; section?: string | undefined },
  readBackup: ReadBackup,
) {
  switch (action) {
    case 'stats': {
      const files = await listBackups(db)
      return {
        totalFiles: files.length,
        totalQuestions: files.reduce((total, file) => total + file.questionCount, 0),
        sections: files.map((file) => ({ section: file.section, questionCount: file.questionCount })),
      }
    }
    case 'files':
      return listBackups(db)
    case 'points': {
      const file = await findFile(db, requireSection(section))
      return file === undefined ? [] : listRestorePoints(db, file.stem)
    }
    case 'section': {
      const file = await findFile(db, requireSection(section))
      const text = file && (await findBackup(db, file.stem))
      const questions = text === undefined ? [] : (await readBackup(text)).questions
      return questions.toSorted((one, two) => two.backedUpAt.localeCompare(one.backedUpAt))
    }
    default:
      throw invalid('invalid_action', 'Invalid action parameter')
  }
}

export function requireSection(section: string | undefined): string {
  if (section === undefined || section.trim() === '') {
    throw invalid('section_required', 'Section parameter required')
  }
  return section
}

const invalid = (code: string, message: string) => new DomainError({ kind: 'invalid', code, message })

/**
 * A question from a request, in the form that backups store.
 * @throws {DomainError} invalid, `missing_fields`
 */
export function toBackedUpQuestion({
  id,
  title,
  section,
  type,
  options,
  answer,
  ...rest
}: BackupInput): BackedUpQuestion {
  if (!id || !title || !section) throw missingFields()
  const { correctAnswers } = rest
  const key = normalizeOptions({
    type: type ?? 'multiple-choice',
    options: options ?? [],
    correctAnswers,
    answer,
  })
  return {
    ...rest,
    ...(type && { type: storedType(type) }),
    ...(options && { options: key.options }),
    ...(answer !== undefined && { answer: key.answer }),
    id,
    title,
    section,
    backedUpAt: new Date().toISOString(),
  }
}

const missingFields = () =>
  new DomainError({
    kind: 'invalid',
    code: 'missing_fields',
    message: 'Missing required fields: id, title, section',
  })
