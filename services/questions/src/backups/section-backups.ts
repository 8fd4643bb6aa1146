import { type BackedUpQuestion, type BackupListing, DomainError } from '@rehearse/contracts'
import { renderFull } from '../questions/question-view.ts'
import type { Db, Trx } from '../tables.ts'
import { slugify } from '../taxonomy/slugify.ts'
import { printBackup, type ReadBackup } from './backup-file.ts'
import {
  backupName,
  deleteBackup,
  findBackup,
  listBackups,
  lockBackup,
  questionsOfSections,
  sectionNames,
  storeBackup,
} from './repository.ts'

/**
 * Puts one question into the backup of its section, in place of what was there under its id.
 * @throws {DomainError} invalid, `damaged_backup`: the file that it would join is not whole
 */
export async function backUpQuestion(
  trx: Trx,
  question: BackedUpQuestion,
  readBackup: ReadBackup,
): Promise<{ backupPath: string }> {
  const slug = slugify(question.section)
  await lockBackup(trx, slug)
  const text = await findBackup(trx, slug)
  const present = text === undefined ? undefined : await readBackup(text)
  const others = present?.questions.filter((other) => other.id !== question.id) ?? []
  await write(trx, present?.section ?? question.section, [question, ...others])
  return { backupPath: backupName(slug) }
}

/**
 * Backs up what the bank holds of one section, or of all, in place of the backups that are there.
 * @throws {DomainError} not-found, `section_not_found`: no question is filed there
 */
export async function backUpSections(db: Db, wanted: string | undefined): Promise<BackupListing[]> {
  const namesOf = new Map<string, string[]>()
  for (const name of await sectionNames(db)) {
    const slug = slugify(name)
    if (wanted !== undefined && slug !== slugify(wanted)) continue
    namesOf.set(slug, [...(namesOf.get(slug) ?? []), name])
  }
  if (wanted !== undefined && namesOf.size === 0) throw sectionNotFound()
  for (const [slug, names] of namesOf)
    await db.transaction().execute((trx) => backUpSection(trx, slug, names))
  return (await listBackups(db)).filter(({ section }) => namesOf.has(slugify(section)))
}

async function backUpSection(trx: Trx, slug: string, names: readonly string[]): Promise<void> {
  await lockBackup(trx, slug)
  const section = names[0] ?? slug
  const backedUpAt = new Date().toISOString()
  const questions = await questionsOfSections(trx, names)
  await write(
    trx,
    section,
    questions.map((question) => ({ ...renderFull(question), section, backedUpAt })),
  )
}

async function write(trx: Trx, section: string, questions: readonly BackedUpQuestion[]): Promise<void> {
  const content = printBackup(section, questions)
  await storeBackup(trx, { slug: slugify(section), section, content, questionCount: questions.length })
}

/** @throws {DomainError} not-found, `backup_not_found` */
export async function deleteSectionBackup(trx: Trx, section: string): Promise<void> {
  const slug = slugify(section)
  await lockBackup(trx, slug)
  if (!(await deleteBackup(trx, slug))) throw backupNotFound()
}

/** The file as text. @throws {DomainError} not-found, `backup_not_found` */
export async function requireBackup(db: Db, section: string): Promise<{ name: string; content: string }> {
  const slug = slugify(section)
  const content = await findBackup(db, slug)
  if (content === undefined) throw backupNotFound()
  return { name: backupName(slug), content }
}

const sectionNotFound = () =>
  new DomainError({ kind: 'not-found', code: 'section_not_found', message: 'There are no questions there' })

const backupNotFound = () =>
  new DomainError({ kind: 'not-found', code: 'backup_not_found', message: 'Backup not found' })
