import { createHash } from 'node:crypto'
import {
  type BackedUpQuestion,
  type BackupFile,
  backupFile,
  DomainError,
  IMPORT_VALUES_MAX,
  issueText,
  parseJson,
} from '@rehearse/contracts'

/** Serializes questions as a backup file. */
export function printBackup(section: string, given: readonly BackedUpQuestion[]): string {
  // The schema gives fields a fixed order, so that the checksum matches when the file is read.
  const questions = backupFile.shape.questions.parse(given)
  const file: BackupFile = {
    format: 'rehearse-backup',
    version: 1,
    section,
    checksum: checksumOf(section, questions),
    questions,
  }
  return JSON.stringify(file, null, 2)
}

/** `readBackup` off the main thread, since a file can be as large as its section. */
export type ReadBackup = (text: string) => Promise<BackupFile>

/**
 * Reads a backup file and verifies that it is complete.
 * @throws {DomainError} invalid, `damaged_backup`, with the reason
 */
export function readBackup(text: string): BackupFile {
  const parsed = backupFile.safeParse(parse(text))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw damaged(`it is no backup file (${issue?.path.join('.') || 'file'}: ${issue && issueText(issue)})`)
  }
  const { section, questions, checksum } = parsed.data
  if (checksum !== checksumOf(section, questions)) throw damaged('its checksum does not match its questions')
  return parsed.data
}

function parse(text: string): unknown {
  try {
    return parseJson(text, { values: IMPORT_VALUES_MAX })
  } catch (error) {
    throw error instanceof DomainError ? error : damaged('it is no JSON')
  }
}

const checksumOf = (section: string, questions: readonly BackedUpQuestion[]): string =>
  `sha256:${createHash('sha256')
    .update(JSON.stringify([section, questions]))
    .digest('hex')}`

const damaged = (reason: string) =>
  new DomainError({
    kind: 'invalid',
    code: 'damaged_backup',
    message: `The backup is damaged: ${reason}. Nothing was changed.`,
  })
