import { setImmediate } from 'node:timers/promises'
import type { QuestionRow } from '@rehearse/contracts'
import {
  choiceErrors,
  DomainError,
  IMPORT_ROWS_MAX,
  issueText,
  type QuestionFormat,
  questionRow,
  statusErrors,
} from '@rehearse/contracts'
import {
  type ParseDefaults,
  type ParsedQuestion,
  type ParseIssue,
  parseJsonRow,
  parseQuestionsInChunks,
  type ReadQuestion,
} from '@rehearse/question-formats'
import { normalizeOptions } from '../questions/normalize-options.ts'
import type { QuestionKey } from '../questions/question.ts'
import { contentHash } from '../text.ts'

/** Called after each row with the number of parsed rows. */
type OnRead = (done: number) => void

/**
 * Reads the questions of a file.
 * @throws {DomainError} invalid, `unreadable_source`, if it can't be read at all; too-large, `too_many_rows`
 */
export async function readSource(
  source: string,
  format: QuestionFormat,
  defaults: ParseDefaults,
  onRead?: OnRead,
): Promise<ReadRows> {
  const read = await collect(parseQuestionsInChunks(source, format, defaults), onRead)
  if (read.rows.length + read.errors.length === 0) throw nothingToImport()
  return read
}

/** Reads the rows of a bulk request. Throws like `readSource`. */
export async function readBulkRows(questions: unknown, onRead?: OnRead): Promise<ReadRows> {
  if (!Array.isArray(questions)) throw notAnArray()
  if (questions.length === 0) throw nothingToImport()
  return collect(jsonRows(questions), onRead)
}

/** The number of validated rows between two yields to other work. */
const turn = 100

async function* jsonRows(questions: readonly unknown[]): AsyncGenerator<ReadQuestion> {
  for (const [index, value] of questions.entries()) {
    if (index % turn === turn - 1) await setImmediate()
    yield parseJsonRow(value, index)
  }
}

async function collect(reads: AsyncIterable<ReadQuestion>, onRead?: OnRead): Promise<ReadRows> {
  const read: ReadRows = { rows: [], errors: [], warnings: [] }
  for await (const { question, error, warnings } of reads) {
    if (error) read.errors.push(toIssue(error))
    if (question) settle(question, read)
    read.warnings.push(...warnings.map(toIssue))
    const done = read.rows.length + read.errors.length
    if (done > IMPORT_ROWS_MAX) throw tooManyRows()
    onRead?.(done)
  }
  return read
}

/** The rules for every stored question, whatever its format. */
function settle({ index, line, id, row }: ParsedQuestion, read: ReadRows): void {
  const place = { index, ...(line !== undefined && { line }) }
  const parsed = questionRow.safeParse(row)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    read.errors.push({ ...place, title: row.title, error: rowError(index, issue && issueText(issue)) })
    return
  }
  const { fieldErrors: keyErrors, ...key } = normalizeOptions(parsed.data)
  const fieldErrors = [...keyErrors, ...choiceErrors(parsed.data), ...statusErrors(parsed.data)]
  if (fieldErrors.length > 0) {
    read.errors.push({ ...place, title: parsed.data.title, error: rowError(index, fieldErrors[0]?.message) })
    return
  }
  const importRow: ImportRow = {
    ...place,
    ...(id !== undefined && { id }),
    row: parsed.data,
    key,
    contentHash: contentHash({ ...parsed.data, ...key }),
  }
  read.rows.push(importRow)
}

const rowError = (index: number, problem = 'is not valid') => `Question ${index + 1}: ${problem}`

function toIssue({ index, line, title, message }: ParseIssue): RowIssue {
  return { index, ...(line !== undefined && { line }), title, error: message }
}

const notAnArray = () =>
  new DomainError({
    kind: 'invalid',
    code: 'unreadable_source',
    message: 'Invalid format. Expected an array of questions or an object with a "questions" property.',
  })

const nothingToImport = () =>
  new DomainError({
    kind: 'invalid',
    code: 'nothing_to_import',
    message: 'At least one complete question is required',
  })

const tooManyRows = () =>
  new DomainError({
    kind: 'too-large',
    code: 'too_many_rows',
    message: `An import takes at most ${IMPORT_ROWS_MAX} questions`,
  })

/** A row that can be stored: validated, with a normalized key. */
export interface ImportRow {
  /** Position in the source, from 0. */
  index: number
  /** Line in the source, from 1. */
  line?: number
  /** The permanent id of a shipped question, or the id of one that was exported. */
  id?: string
  row: QuestionRow
  key: QuestionKey
  contentHash: Buffer
}

/** An error or a warning about one row. */
interface RowIssue {
  index: number
  line?: number
  title: string
  error: string
}

/** All rows of a source, valid and invalid. */
export interface ReadRows {
  rows: ImportRow[]
  errors: RowIssue[]
  warnings: RowIssue[]
}
