import { createHash } from 'node:crypto'
import { type BackedUpQuestion, type BackupInput, type BackupListing, DomainError } from '@rehearse/contracts'
import type { ReadBackup } from '../backup-file.ts'
import { printBackupFile } from '../exports/printing-thread.ts'
import { slugify } from '../nodes/node.ts'
import { storedType } from '../questions/new-question.ts'
import { normalizeOptions } from '../questions/normalize-options.ts'
import { renderFull } from '../questions/question-view.ts'
import type { Db, Trx } from '../tables.ts'
import {
  backupName,
  deleteBackup,
  findBackup,
  listBackups,
  listRestorePoints,
  lockBackup,
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
  const slug = slugify(question.section)
  await lockBackup(trx, slug)
  const text = await findBackup(trx, slug)
  const present = text === undefined ? undefined : await readBackup(text)
  const others = present?.questions.filter((other) => other.id !== question.id) ?? []
  const section = present?.section ?? question.section
  await write(trx, { section, questions: [question, ...others], fingerprint: null, kept })
  return { backupPath: backupName(slug) }
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
  const namesOf = new Map<string, string[]>()
  for (const name of await sectionNames(db)) {
    const slug = slugify(name)
    if (wanted !== undefined && slug !== slugify(wanted)) continue
    namesOf.set(slug, [...(namesOf.get(slug) ?? []), name])
  }
  if (wanted !== undefined && namesOf.size === 0) throw sectionNotFound()
  for (const [slug, names] of namesOf)
    await db.transaction().execute((trx) => backUpSection(trx, slug, { names, kept }))
  return (await listBackups(db)).filter(({ section }) => namesOf.has(slugify(section)))
}

async function backUpSection(
  trx: Trx,
  slug: string,
  { names, kept }: { names: readonly string[]; kept: number },
): Promise<void> {
  await lockBackup(trx, slug)
  const section = names[0] ?? slug
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
): Promise<void> {
  const { section, questions, fingerprint, kept } = given
  const content = await printBackupFile(section, questions)
  const file = { slug: slugify(section), section, content, questionCount: questions.length, fingerprint }
  await storeBackup(trx, file, kept)
}

/** @throws {DomainError} not-found, `backup_not_found` */
export async function deleteSectionBackup(trx: Trx, section: string): Promise<void> {
  const slug = slugify(section)
  await lockBackup(trx, slug)
  if (!(await deleteBackup(trx, slug))) throw backupNotFound()
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
  const slug = slugify(section)
  const content = await findBackup(db, slug, point)
  if (content === undefined) throw point === undefined ? backupNotFound() : pointNotFound()
  return { name: backupName(slug), content }
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
    case 'points':
      return listRestorePoints(db, slugify(requireSection(section)))
    case 'section': {
      const text = await findBackup(db, slugify(requireSection(section)))
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
