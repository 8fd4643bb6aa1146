import type { TextEncoding } from '@rehearse/contracts/text-encoding'
import { unzipSync } from 'fflate'
import Papa from 'papaparse'
import { SHEET_COLUMNS_MAX, SHEET_ROWS_MAX } from '../../shared/admin/question-sheet.ts'
import type { FileOrder } from './file-worker.ts'
import { textOf } from './guess-encoding.ts'
import { type CellTable, readWorkbook } from './read-workbook.ts'

export type SheetProblem = 'unreadable' | 'too-large'

/** The cells of a file as text. */
export interface ReadCells {
  /** Of the sheet that was read. */
  rows: string[][]
  /** The other sheets of the workbook that have cells. */
  others: { name: string; count: number }[]
  /** The encoding that a text was read in, if it isn't Unicode. */
  encoding?: TextEncoding
}
export type SheetReply = 'ready' | ReadCells | { refused: SheetProblem }

/** Reading a large sheet takes seconds: a worker keeps the page responsive, and can be ended. */
self.addEventListener('message', async ({ data: { file, encoding } }: MessageEvent<FileOrder>) => {
  let reply: SheetReply
  try {
    reply = rowsOf(new Uint8Array(await file.arrayBuffer()), encoding)
  } catch {
    reply = { refused: 'unreadable' }
  }
  self.postMessage(reply)
})

// Messages sent before this would be lost: loading the modules may take a while.
self.postMessage('ready' satisfies SheetReply)

/**
 * The cells of the first sheet with any, as text: of a workbook, or of a file with separated values.
 * @throws {Error} if it is neither
 */
export function rowsOf(bytes: Uint8Array<ArrayBuffer>, chosen?: TextEncoding): Exclude<SheetReply, 'ready'> {
  const isWorkbook = bytes[0] === 0x50 && bytes[1] === 0x4b
  if (isWorkbook) return unpackedSize(bytes) > UNPACKED_MAX ? { refused: 'too-large' } : workbookRows(bytes)
  const { text, encoding } = textOf(bytes, chosen)
  const rows = separatedValues(text)
  while (rows.at(-1)?.every((cell) => cell.trim() === '')) rows.pop()
  return fits(rows.length, largest(rows.map((row) => row.length)))
    ? { rows, others: [], ...(encoding && { encoding }) }
    : { refused: 'too-large' }
}

const fits = (rows: number, columns: number) => rows <= SHEET_ROWS_MAX + 1 && columns <= SHEET_COLUMNS_MAX

function workbookRows(bytes: Uint8Array): Exclude<SheetReply, 'ready'> {
  const [first, ...others] = readWorkbook(bytes).filter(({ rows }) => rows.size > 0)
  if (first === undefined) return { rows: [], others: [] }
  const last = largest(first.rows.keys())
  const width = largest(Array.from(first.rows.values(), (cells) => largest(cells.keys())))
  if (!fits(last, width)) return { refused: 'too-large' }
  return {
    rows: Array.from({ length: last }, (_, row) => cellsOf(first, row + 1, width)),
    others: others.map(({ name, rows }) => ({ name, count: rows.size })),
  }
}

/** Not `Math.max`, which takes only so many arguments. */
function largest(numbers: Iterable<number>): number {
  let most = 0
  for (const number of numbers) most = Math.max(most, number)
  return most
}

const cellsOf = ({ rows }: CellTable, row: number, width: number) =>
  Array.from({ length: width }, (_, column) => rows.get(row)?.get(column + 1) ?? '')

/** The most bytes that a workbook may unpack to: its 20 MB could unpack to gigabytes. */
const UNPACKED_MAX = 200 * 1024 ** 2

/** The sum of the sizes that the archive declares; the unpacker never writes more than that. */
function unpackedSize(bytes: Uint8Array): number {
  let sum = 0
  unzipSync(bytes, {
    filter: ({ originalSize }) => {
      sum += originalSize
      return false
    },
  })
  return sum
}

/** The first line may name the separator: Excel writes and reads `sep=;`, and doesn't count it as a row. */
function separatedValues(text: string): string[][] {
  if (/^\s*<(?:!doctype|html|table|\?xml)/i.test(text)) throw new Error('a page, not separated values')
  const [named, separator] = /^"?sep=(.)"?[;,\t|]*(?:\r\n?|\n|$)/i.exec(text) ?? ['']
  const body = text.slice(named.length)
  const { data, errors } = Papa.parse<string[]>(body, { delimiter: separator ?? delimiterOf(body) })
  // Anything else, such as a file with one column, is no obstacle.
  if (errors.some(({ type }) => type === 'Quotes')) throw new Error('unbalanced quotes')
  return data
}

/** The separator that is most frequent in the first line that has any, outside quotes. */
function delimiterOf(text: string): string {
  const count = (line: string, delimiter: string) => line.split(delimiter).length
  for (const line of text
    .slice(0, HEAD)
    .replace(/"[^"]*"/g, '')
    .split(/[\r\n]+/)) {
    const best = DELIMITERS.reduce((one, other) => (count(line, other) > count(line, one) ? other : one))
    if (count(line, best) > 1) return best
  }
  return ','
}

const DELIMITERS = [',', ';', '\t', '|']
/** The characters in which the separator is found. */
const HEAD = 100_000
