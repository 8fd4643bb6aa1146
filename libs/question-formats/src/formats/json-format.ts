import { DomainError, type QuestionAnswer, type QuestionAnswerInput } from '@rehearse/contracts'
import { unreadableSource } from '../parse-blocks.ts'
import { optionLetter } from '../row-fields.ts'
import type { FormatModule, ParseSteps, PrintableQuestion } from '../types.ts'
import { issue } from '../validate-row.ts'
import { fieldsNote, parseJsonRow } from './parse-json-row.ts'
import { scanRows } from './scan-json-rows.ts'

const INVALID_SHAPE =
  'Invalid format. Expected an array of questions or an object with a "questions" property.'

/** The number of rows between two yields to other work. */
const STEP = 64

export const jsonFormat: FormatModule = {
  format: 'json',
  open: '{\n  "questions": [\n',
  separator: ',\n',
  close: '\n  ]\n}\n',
  print: (question) => ({
    text: `    ${JSON.stringify({ id: question.id, ...jsonRow(question) }, null, 2)}`.replaceAll(
      '\n',
      '\n    ',
    ),
    losses: [],
  }),

  *parse(source, defaults): ParseSteps {
    const { rows, others } = yield* readRows(source)
    for (const [index, { value, line }] of rows.entries()) {
      const read = parseJsonRow(value, index, defaults, line)
      const isNoted = index === 0 && others.length > 0
      const place = { index, line, title: read.question?.row.title ?? read.error?.title ?? '' }
      yield isNoted ? { ...read, warnings: [issue(place, fieldsNote(others)), ...read.warnings] } : read
    }
  },
}

interface Row {
  value: unknown
  line?: number
}

interface File {
  rows: Row[]
  /** The names of fields beside the questions. */
  others: string[]
}

/** All rows, or `unreadable_source`: one invalid bracket invalidates the whole file. */
function* readRows(source: string): Generator<undefined, File, void> {
  try {
    const { rows: scanned, others } = yield* scanRows(source)
    if (!scanned) throw unreadableSource(INVALID_SHAPE)
    const rows: Row[] = []
    for (const { text, line } of scanned) {
      rows.push({ value: JSON.parse(text), line })
      if (rows.length % STEP === 0) yield undefined
    }
    return { rows, others }
  } catch (error) {
    if (error instanceof DomainError) throw error
    return readArray(source)
  }
}

/** Parses a source that the scanner couldn't, which is slow but reports what is wrong. */
function readArray(source: string): File {
  const value = parseJson(source)
  const rowsOf = (values: readonly unknown[]) => values.map((one) => ({ value: one }))
  if (Array.isArray(value)) return { rows: rowsOf(value), others: [] }
  if (typeof value === 'object' && value !== null && 'questions' in value && Array.isArray(value.questions)) {
    const others = Object.keys(value).filter((key) => key !== 'questions')
    return { rows: rowsOf(value.questions), others }
  }
  throw unreadableSource(INVALID_SHAPE)
}

function parseJson(source: string): unknown {
  try {
    return JSON.parse(source)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw unreadableSource(`JSON parsing error: ${reason}`, cause)
  }
}

/** The question as a row: only its non-empty fields, in reading order. */
export function jsonRow(question: PrintableQuestion): Record<string, unknown> {
  return {
    title: question.title,
    content: question.content,
    type: question.type,
    difficulty: question.difficulty,
    options: question.options.map(({ id, text, isCorrect, feedback }) => ({ id, text, isCorrect, feedback })),
    answer: question.answer ? jsonAnswer(question.answer) : undefined,
    explanation: question.explanation,
    category: question.category,
    subcategory: question.subcategory ?? undefined,
    learningPath: question.learningPath ?? null,
    topic: question.topic ?? null,
    sectionId: question.sectionId ?? undefined,
    tags: question.tags,
    points: question.points,
    timeLimit: question.timeLimit,
    isActive: question.isActive,
    approved: question.approved,
    ...jsonStatus(question),
  }
}

/** What `approved` doesn't say: draft and approved follow from it. */
function jsonStatus({ status, publishAt, expiresAt }: PrintableQuestion): Record<string, unknown> {
  const isStated = status !== undefined && status !== 'draft' && status !== 'approved'
  return {
    status: isStated ? status : undefined,
    publishAt: status === 'scheduled' ? (publishAt ?? undefined) : undefined,
    expiresAt: expiresAt ?? undefined,
  }
}

/** With every default and in one order of fields, so that equal keys are printed alike. */
function jsonAnswer(answer: QuestionAnswerInput): QuestionAnswer {
  switch (answer.kind) {
    case 'pairs': {
      const { kind, pairs, extra = [] } = answer
      const withIds = pairs.map(({ id = '', left, right }, at) => ({
        id: id || optionLetter(at),
        left,
        right,
      }))
      return { kind, pairs: withIds, ...(extra.length > 0 && { extra }) }
    }
    case 'text': {
      const { kind, accepted, caseSensitive = false, whitespace = 'fold' } = answer
      return { kind, accepted, caseSensitive, whitespace }
    }
    case 'number': {
      const { kind, value, tolerance = 0, unit } = answer
      return { kind, value, tolerance, ...(unit !== undefined && { unit }) }
    }
  }
}
