import { unzipSync } from 'fflate'
import Papa from 'papaparse'
import { readSheet } from 'read-excel-file/universal'
import { SHEET_COLUMNS_MAX, SHEET_ROWS_MAX } from '../../shared/admin/question-sheet.ts'

export type SheetProblem = 'unreadable' | 'too-large'
export type SheetReply = 'ready' | { rows: string[][] } | { refused: SheetProblem }

/** Reading a large sheet takes seconds: a worker keeps the page responsive, and can be ended. */
self.addEventListener('message', async ({ data }: MessageEvent<File>) => {
  let reply: SheetReply
  try {
    reply = await rowsOf(new Uint8Array(await data.arrayBuffer()))
  } catch {
    reply = { refused: 'unreadable' }
  }
  self.postMessage(reply)
})

// Messages sent before this would be lost: loading the modules may take a while.
self.postMessage('ready' satisfies SheetReply)

/** The cells of the first sheet as text: of a workbook, or of a file with separated values. */
export async function rowsOf(bytes: Uint8Array<ArrayBuffer>): Promise<Exclude<SheetReply, 'ready'>> {
  const isWorkbook = bytes[0] === 0x50 && bytes[1] === 0x4b
  if (isWorkbook && unpackedSize(bytes) > UNPACKED_MAX) return { refused: 'too-large' }
  const rows = isWorkbook
    ? (await readSheet(bytes.buffer, { trim: false })).map((row) => row.map(textOf))
    : separatedValues(bytes)
  while (rows.at(-1)?.every((cell) => cell.trim() === '')) rows.pop()
  const isTooLarge = rows.length > SHEET_ROWS_MAX + 1 || rows.some((row) => row.length > SHEET_COLUMNS_MAX)
  return isTooLarge ? { refused: 'too-large' } : { rows }
}

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

const textOf = (cell: unknown): string =>
  cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell ?? '')

function separatedValues(bytes: Uint8Array): string[][] {
  const text = decode(bytes)
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: delimiterOf(text) })
  // Anything else, such as a file with one column, is no obstacle.
  if (errors.some(({ type }) => type === 'Quotes')) throw new Error('unbalanced quotes')
  return data
}

/** The character that is most frequent in the header. */
function delimiterOf(text: string): string {
  const header = text.slice(0, text.search(/[\r\n]|$/))
  const count = (delimiter: string) => header.split(delimiter).length
  return [',', ';', '\t'].reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best))
}

/** UTF-8, UTF-16 with a byte order mark, or what spreadsheets on Windows write otherwise. */
function decode(bytes: Uint8Array): string {
  const mark = `${bytes[0]} ${bytes[1]}`
  if (mark === '255 254') return new TextDecoder('utf-16le').decode(bytes)
  if (mark === '254 255') return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
