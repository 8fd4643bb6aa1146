import { strFromU8, unzipSync } from 'fflate'
import { format, isDateFormat } from 'numfmt'
import { SaxesParser } from 'saxes'

/** The cells of a sheet as text: row by row from 1, column by column from 1, without the empty ones. */
export interface CellTable {
  name: string
  rows: Map<number, Map<number, string>>
}

/**
 * Reads every worksheet of an `.xlsx` file (ECMA-376, Office Open XML), in the order of its tabs, with the text that a
 * spreadsheet shows. In cells that are merged, each row has the value.
 * @throws {Error} if the file isn't a workbook
 */
export function readWorkbook(bytes: Uint8Array): CellTable[] {
  const files = unzipSync(bytes, { filter: ({ name }) => /\.(?:xml|rels)$/.test(name) })
  const read = (path: string, onTag: OnTag, onText?: OnText) => {
    const file = files[path]
    if (file) readXml(strFromU8(file), onTag, onText)
    return file !== undefined
  }
  const targets = new Map<string, { path: string; kind: string }>()
  read('xl/_rels/workbook.xml.rels', ({ name, attributes: { Id = '', Type = '', Target = '' } }) => {
    if (name !== 'Relationship') return
    const path = Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`
    targets.set(Id, { path, kind: Type.slice(Type.lastIndexOf('/') + 1) })
  })
  const pathOf = (wanted: string) => [...targets.values()].find(({ kind }) => kind === wanted)?.path ?? ''
  const sheets: { name: string; path: string }[] = []
  let firstYear = 1900
  const isWorkbook = read('xl/workbook.xml', ({ name, attributes }) => {
    if (name === 'workbookPr' && /^(?:1|true)$/.test(attributes.date1904 ?? '')) firstYear = 1904
    const target = name === 'sheet' ? targets.get(attributes.id ?? '') : undefined
    if (target?.kind === 'worksheet') sheets.push({ name: unescapeText(attributes.name), path: target.path })
  })
  if (!isWorkbook) throw new Error('not a workbook')
  const strings: string[] = []
  readStrings((onTag, onText) => read(pathOf('sharedStrings'), onTag, onText), strings)
  const formats: string[] = []
  readFormats((onTag) => read(pathOf('styles'), onTag), formats)
  return sheets.map(({ name, path }) => ({
    name,
    rows: readCells((onTag, onText) => read(path, onTag, onText), { strings, formats, firstYear }),
  }))
}

/** A start tag; an end tag has no attributes. Namespace prefixes are left out. */
interface Tag {
  name: string
  isEnd: boolean
  attributes: Readonly<Partial<Record<string, string>>>
}
type OnTag = (tag: Tag) => void
type OnText = (text: string) => void
type Read = (onTag: OnTag, onText?: OnText) => void

function readXml(xml: string, onTag: OnTag, onText?: OnText): void {
  const parser = new SaxesParser()
  const local = (name: string) => name.slice(name.indexOf(':') + 1)
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const pairs = Object.entries(attributes).map(([key, value]) => [local(key), value])
    onTag({ name: local(name), isEnd: false, attributes: Object.fromEntries(pairs) })
  })
  parser.on('closetag', ({ name }) => onTag({ name: local(name), isEnd: true, attributes: {} }))
  if (onText) parser.on('text', onText)
  if (onText) parser.on('cdata', onText)
  parser.write(xml).close()
}

/** Each shared string is one text, or several runs of one format; how it is pronounced isn't part of it. */
function readStrings(read: Read, strings: string[]): void {
  let text = ''
  let isText = false
  let isPhonetic = false
  read(
    ({ name, isEnd }) => {
      if (name === 'si' && !isEnd) text = ''
      if (name === 'si' && isEnd) strings.push(unescapeText(text))
      if (name === 't') isText = !isEnd
      if (name === 'rPh') isPhonetic = !isEnd
    },
    (part) => {
      if (isText && !isPhonetic) text += part
    },
  )
}

/** The number format of each style. */
function readFormats(read: (onTag: OnTag) => void, formats: string[]): void {
  const custom = new Map<string, string>()
  let isCellStyle = false
  read(({ name, isEnd, attributes }) => {
    if (name === 'numFmt') custom.set(attributes.numFmtId ?? '', attributes.formatCode ?? '')
    if (name === 'cellXfs') isCellStyle = !isEnd
    if (name !== 'xf' || isEnd || !isCellStyle) return
    const id = attributes.numFmtId ?? '0'
    formats.push(custom.get(id) ?? builtIn(Number(id)))
  })
}

/** The formats that a workbook names by number (ECMA-376, section 18.8.30); every other one is a general number. */
const builtInFormats: Readonly<Partial<Record<number, string>>> = {
  ...{ 1: '0', 2: '0.00', 3: '#,##0', 4: '#,##0.00', 9: '0%', 10: '0.00%', 11: '0.00E+00' },
  ...{ 12: '# ?/?', 13: '# ??/??', 15: 'd-mmm-yy', 16: 'd-mmm', 17: 'mmm-yy' },
  ...{ 18: 'h:mm AM/PM', 19: 'h:mm:ss AM/PM', 20: 'h:mm', 21: 'h:mm:ss', 22: 'yyyy-mm-dd h:mm' },
  ...{ 37: '#,##0;(#,##0)', 38: '#,##0;(#,##0)', 39: '#,##0.00;(#,##0.00)', 40: '#,##0.00;(#,##0.00)' },
  ...{ 45: 'mm:ss', 46: '[h]:mm:ss', 47: 'mm:ss.0', 48: '##0.0E+0', 49: '@' },
}

/** The formats that follow the reader's region don't say which; dates in them are ISO 8601, in 22 above too. */
function builtIn(id: number): string {
  const isRegional = id === 14 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)
  return isRegional ? 'yyyy-mm-dd' : (builtInFormats[id] ?? 'General')
}

interface Workbook {
  strings: readonly string[]
  formats: readonly string[]
  firstYear: number
}

function readCells(read: Read, workbook: Workbook): CellTable['rows'] {
  const rows: CellTable['rows'] = new Map()
  const merges: string[] = []
  let [row, column] = [0, 0]
  let cell = { type: 'n', style: 0, value: '', formula: '' }
  let into: 'value' | 'formula' | undefined
  let isPhonetic = false
  read(
    ({ name, isEnd, attributes }) => {
      if (name === 'mergeCell' && attributes.ref) merges.push(attributes.ref)
      if (name === 'rPh') isPhonetic = !isEnd
      if (name === 'row' && !isEnd) [row, column] = [Number(attributes.r ?? row + 1), 0]
      if (name === 'v' || name === 't') into = isEnd ? undefined : 'value'
      if (name === 'f') into = isEnd ? undefined : 'formula'
      if (name !== 'c') return
      if (!isEnd) {
        const place = placeOf(attributes.r ?? '')
        column = place?.column ?? column + 1
        row = place?.row ?? row
        cell = { type: attributes.t ?? 'n', style: Number(attributes.s ?? 0), value: '', formula: '' }
        return
      }
      const text = textOf(cell, workbook)
      if (text === '') return
      if (!rows.has(row)) rows.set(row, new Map())
      rows.get(row)?.set(column, text)
    },
    (part) => {
      if (into !== undefined && !isPhonetic) cell[into] += part
    },
  )
  for (const merge of merges) fillMerge(rows, merge)
  return rows
}

/** `B12` */
function placeOf(address: string): { row: number; column: number } | undefined {
  const [, letters, digits] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(address) ?? []
  if (letters === undefined) return undefined
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
  return { row: Number(digits), column }
}

/** The value of merged cells is that of the first one. Rows with nothing of their own stay empty. */
function fillMerge(rows: CellTable['rows'], merge: string): void {
  const [from, to] = merge.split(':').map(placeOf)
  const value = from && rows.get(from.row)?.get(from.column)
  if (!from || !to || value === undefined) return
  for (const [row, cells] of rows) {
    if (row > from.row && row <= to.row && cells.size > 0) cells.set(from.column, value)
  }
}

/** A formula without a result, as programs write it that don't calculate, is shown itself. */
function textOf(
  { type, style, value, formula }: { type: string; style: number; value: string; formula: string },
  { strings, formats, firstYear }: Workbook,
): string {
  if (value === '') return formula === '' || type === 'str' ? '' : `=${formula}`
  if (type === 's') return strings[Number(value)] ?? ''
  if (type === 'b') return value === '1' || value === 'true' ? 'TRUE' : 'FALSE'
  const number = Number(value)
  return type !== 'n' || Number.isNaN(number)
    ? unescapeText(value)
    : numberText(number, formats[style] ?? 'General', firstYear)
}

/** The days between the two first days that workbooks count from. */
const DAYS_TO_1904 = 1_462

function numberText(number: number, pattern: string, firstYear: number): string {
  // The format's own eleven digits depend on the width of the column.
  const plain = String(Number(number.toPrecision(15)))
  if (/^(?:General|@|)$/i.test(pattern)) return plain
  try {
    const days = firstYear === 1904 && isDateFormat(pattern) ? DAYS_TO_1904 : 0
    return format(pattern, number + days).trim() || plain
  } catch {
    return plain
  }
}

/** Characters that XML doesn't have are written as `_x000D_`. */
const unescapeText = (text = ''): string =>
  text
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll('\r\n', '\n')
