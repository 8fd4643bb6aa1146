import { OPTIONS_MAX } from '@rehearse/contracts/constants'

/** The fields of a question that have one column in a spreadsheet, with their headers. */
const headers = {
  id: 'ID',
  title: 'Title',
  content: 'Content',
  type: 'Type',
  difficulty: 'Difficulty',
  correct: 'Correct',
  explanation: 'Explanation',
  category: 'Category',
  subcategory: 'Subcategory',
  learningPath: 'Learning path',
  topic: 'Topic',
  sectionId: 'Section',
  tags: 'Tags',
  points: 'Points',
  timeLimit: 'Time limit',
  isActive: 'Active',
  approved: 'Approved',
  status: 'Review status',
  publishAt: 'Publish at',
  expiresAt: 'Expires at',
  answer: 'Answer',
} as const

export type SheetField = keyof typeof headers | `option ${string}` | `feedback ${string}`

const letterOf = (position: number) => String.fromCharCode(97 + position)
const letters = Array.from({ length: OPTIONS_MAX }, (_, position) => letterOf(position))

/** Every field that a column can have, in the order of an export. */
export const sheetFields: readonly SheetField[] = [
  ...(['id', 'title', 'content', 'type', 'difficulty'] as const),
  ...letters.flatMap((letter) => [`option ${letter}`, `feedback ${letter}`] as const),
  ...(['correct', 'answer', 'explanation', 'category', 'subcategory', 'learningPath', 'topic'] as const),
  ...(['sectionId', 'tags', 'points', 'timeLimit', 'isActive', 'approved'] as const),
  ...(['status', 'publishAt', 'expiresAt'] as const),
]

/** The maximum number of rows and columns that are read from a sheet. */
export const SHEET_ROWS_MAX = 20_000
export const SHEET_COLUMNS_MAX = 100

/** The header of a field: `Option A`. */
export const headerOf = (field: SheetField): string =>
  field in headers
    ? headers[field as keyof typeof headers]
    : field.replace(
        /^(\w)(.*) (\w)$/,
        (_, first, rest, letter) => `${first.toUpperCase()}${rest} ${letter.toUpperCase()}`,
      )

/** Other names that people give their columns, without spaces and in lower case. */
const aliases: Readonly<Partial<Record<string, SheetField>>> = {
  name: 'title',
  questiontitle: 'title',
  question: 'content',
  questiontext: 'content',
  text: 'content',
  body: 'content',
  level: 'difficulty',
  correctanswer: 'correct',
  correctanswers: 'correct',
  correctoption: 'correct',
  key: 'correct',
  solution: 'correct',
  why: 'explanation',
  path: 'learningPath',
  seconds: 'timeLimit',
  status: 'isActive',
}

const byHeader = new Map(sheetFields.map((field) => [fold(headerOf(field)), field]))

function fold(header: string): string {
  return header.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/** The field of each column by its header, if it can be recognized. Each field is found once. */
export function mapColumns(header: readonly string[]): (SheetField | null)[] {
  const taken = new Set<SheetField>()
  const hasCorrect = header.some((name) => fieldOf(name) === 'correct')
  return header.map((name) => {
    const named = fieldOf(name)
    // Most sheets have the letters of the correct options in a column with this name.
    const field = named === 'answer' && !hasCorrect ? 'correct' : named
    if (field === undefined || taken.has(field)) return null
    taken.add(field)
    return field
  })
}

function fieldOf(name: string): SheetField | undefined {
  const folded = fold(name)
  const known = byHeader.get(folded) ?? aliases[folded]
  if (known) return known
  const option = /^(?:option|choice|answer)?([a-z]|\d{1,2})$/.exec(folded)?.[1]
  if (option === undefined) return undefined
  const letter = /\d/.test(option) ? letterOf(Number(option) - 1) : option
  return letters.includes(letter) ? `option ${letter}` : undefined
}

/** A question as the bulk endpoint reads it: whatever can't be converted is reported there, row by row. */
export type SheetQuestion = Record<string, unknown> & { title: string }

/** The questions of a sheet, and the row of each: the header is row 1. Empty rows are skipped. */
export function questionsOf(
  rows: readonly (readonly string[])[],
  mapping: readonly (SheetField | null)[],
): { questions: SheetQuestion[]; places: number[] } {
  const questions: SheetQuestion[] = []
  const places: number[] = []
  for (const [index, cells] of rows.entries()) {
    if (index === 0 || cells.every((cell) => cell.trim() === '')) continue
    questions.push(questionOf(cells, mapping))
    places.push(index + 1)
  }
  return { questions, places }
}

function questionOf(cells: readonly string[], mapping: readonly (SheetField | null)[]): SheetQuestion {
  const values = new Map<SheetField, string>()
  for (const [column, field] of mapping.entries()) if (field) values.set(field, rearmed(cells[column] ?? ''))
  const value = (field: SheetField) => values.get(field) ?? ''
  const options = letters.flatMap((letter) => {
    const text = value(`option ${letter}`)
    const feedback = value(`feedback ${letter}`)
    return text.trim() === '' ? [] : [{ id: letter, text, ...(feedback.trim() !== '' && { feedback }) }]
  })
  const filled = (field: SheetField) => value(field).trim() !== ''
  return {
    ...(filled('id') && { id: value('id').trim() }),
    title: value('title').trim(),
    content: value('content'),
    ...(filled('type') && { type: value('type').trim().toLowerCase() }),
    ...(filled('difficulty') && { difficulty: value('difficulty') }),
    ...((options.length > 0 || !filled('answer')) && { options }),
    ...(filled('correct') && { correctAnswers: correctOf(value('correct')) }),
    ...(filled('answer') && { answer: jsonOf(value('answer')) }),
    ...(filled('explanation') && { explanation: value('explanation') }),
    ...(filled('category') && { category: value('category').trim() }),
    ...Object.fromEntries(
      (['subcategory', 'learningPath', 'topic', 'sectionId'] as const)
        .filter((field) => values.has(field))
        .map((field) => [field, value(field).trim() || null]),
    ),
    ...(filled('tags') && { tags: tagsOf(value('tags')) }),
    ...(filled('points') && { points: numberOf(value('points')) }),
    ...(filled('timeLimit') && { timeLimit: numberOf(value('timeLimit')) }),
    ...(filled('isActive') && { isActive: booleanOf(value('isActive')) }),
    ...(filled('approved') && { approved: booleanOf(value('approved')) }),
    ...(filled('status') && { status: value('status').trim().toLowerCase() }),
    ...(filled('publishAt') && { publishAt: value('publishAt').trim() }),
    ...(filled('expiresAt') && { expiresAt: value('expiresAt').trim() }),
  }
}

/** Exports disarm text that a spreadsheet would run as a formula with an apostrophe, which isn't part of it. */
const rearmed = (text: string) => (/^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text)

const listOf = (text: string) =>
  text
    .split(/[,;،\n]/)
    .map((one) => one.trim())
    .filter(Boolean)

/** Tags that a list would split are exported as JSON. */
const tagsOf = (text: string): string[] => {
  const read = text.trimStart().startsWith('[') ? jsonOf(text) : text
  return Array.isArray(read) && read.every((tag) => typeof tag === 'string') ? read : listOf(text)
}

const tagCell = (tags: readonly string[]) =>
  tags.some((tag) => /[,;،\n]|^\[/.test(tag)) ? JSON.stringify(tags) : tags.join(', ')

/** Ids of options from letters or numbers: `a, c` or `1`. */
const correctOf = (text: string) =>
  listOf(text.replace(/[\s|/]+/g, ',')).map((one) =>
    /^\d+$/.test(one) ? letterOf(Number(one) - 1) : one.toLowerCase(),
  )

const numberOf = (text: string) => (Number.isNaN(Number(text)) ? text : Number(text))

const words: Readonly<Partial<Record<string, boolean>>> = {
  ...{ yes: true, true: true, '1': true, x: true, active: true, approved: true, نعم: true },
  ...{ no: false, false: false, '0': false, inactive: false, لا: false },
}
const booleanOf = (text: string) => words[text.trim().toLowerCase()] ?? text

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** A question of a JSON export. */
interface ExportedQuestion {
  options?: readonly { id: string; text: string; isCorrect: boolean; feedback?: string }[]
  tags?: readonly string[]
  answer?: unknown
  [field: string]: unknown
}

/** Questions as a table: the header, then a row for each, with as many option columns as needed. */
export function tableOf(questions: readonly ExportedQuestion[]): {
  columns: string[]
  rows: (string | number)[][]
} {
  const cells = questions.map(cellsOf)
  const fields = sheetFields.filter((field) => cells.some((row) => row.has(field)))
  return {
    columns: fields.map(headerOf),
    rows: cells.map((row) => fields.map((field) => row.get(field) ?? '')),
  }
}

function cellsOf({
  options = [],
  tags = [],
  answer,
  ...fields
}: ExportedQuestion): Map<SheetField, string | number> {
  const cells = new Map<SheetField, string | number>()
  for (const field of Object.keys(headers) as (keyof typeof headers)[]) {
    const value = fields[field]
    if (typeof value === 'number' || typeof value === 'string') cells.set(field, value)
    if (typeof value === 'boolean') cells.set(field, value ? 'yes' : 'no')
  }
  // Without any of these columns an import would fill in its defaults.
  for (const field of ['learningPath', 'topic'] as const) if (!cells.has(field)) cells.set(field, '')
  for (const [position, { text, feedback }] of options.entries()) {
    cells.set(`option ${letterOf(position)}`, text)
    if (feedback) cells.set(`feedback ${letterOf(position)}`, feedback)
  }
  const correct = options.flatMap(({ isCorrect }, position) => (isCorrect ? [letterOf(position)] : []))
  if (correct.length > 0) cells.set('correct', correct.join(', '))
  if (tags.length > 0) cells.set('tags', tagCell(tags))
  if (answer !== undefined && answer !== null) cells.set('answer', JSON.stringify(answer))
  return cells
}
