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
  timeinseconds: 'timeLimit',
  questiontype: 'type',
  difficultylevel: 'difficulty',
  answerexplanation: 'explanation',
  status: 'isActive',
  العنوان: 'title',
  السؤال: 'content',
  النوع: 'type',
  الصعوبة: 'difficulty',
  المستوى: 'difficulty',
  الإجابةالصحيحة: 'correct',
  الإجابة: 'answer',
  الشرح: 'explanation',
  الفئة: 'category',
  الموضوع: 'topic',
  الوسوم: 'tags',
  النقاط: 'points',
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

/** The rows that may be above the column names: a title, a date, an empty one. */
const HEAD_ROWS = 20

/** The index of the row with the column names: the first row that isn't empty, unless only a later one names columns. */
export function findHeader(rows: readonly (readonly string[])[]): number {
  const head = rows.slice(0, HEAD_ROWS)
  const first = head.findIndex((cells) => cells.some((cell) => cell.trim() !== ''))
  const named = head.findIndex((cells) => {
    const fields = mapColumns(cells).filter((field) => field !== null)
    return fields.length > 1 && fields.some((field) => field === 'content' || field === 'title')
  })
  const firstHasField = mapColumns(rows[first] ?? []).some((field) => field !== null)
  return Math.max(0, firstHasField || named === -1 ? first : named)
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

/** Tags that a list would split are exported as JSON. */
const tagCell = (tags: readonly string[]) =>
  tags.some((tag) => /[,;،\n]|^\[/.test(tag)) ? JSON.stringify(tags) : tags.join(', ')

/** A text in a workbook, where `_x0041_` is read as a character (ECMA-376, ST_Xstring). */
export const workbookText = (text: string) => text.replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
