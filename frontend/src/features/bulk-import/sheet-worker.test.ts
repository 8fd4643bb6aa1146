import fc from 'fast-check'
import { strToU8, zipSync } from 'fflate'
import { afterAll, expect, test, vi } from 'vitest'
import writeSheet from 'write-excel-file/universal'
import { workbookText } from '../../shared/admin/question-sheet.ts'
import { encode } from '../../testing/encode.ts'

vi.stubGlobal('self', { addEventListener: () => {}, postMessage: () => {} })
const { rowsOf } = await import('./sheet-worker.ts')
afterAll(() => vi.unstubAllGlobals())

const bytesOf = (text: string) => new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>
const rowsIn = (bytes: Uint8Array<ArrayBuffer>) => {
  const reply = rowsOf(bytes)
  return 'rows' in reply ? reply.rows : reply.refused
}

test('a workbook is read as text, with its empty rows, and what looks like a formula stays text', async () => {
  const text = (value: string) => ({ value, type: String })
  const { toBlob } = await writeSheet([
    [text('Title'), text('Points')],
    [],
    [text('=1+1'), { value: 5, type: Number }],
    [text('  let x\n  ')],
  ])
  expect(rowsOf(new Uint8Array(await (await toBlob()).arrayBuffer()))).toEqual({
    rows: [
      ['Title', 'Points'],
      ['', ''],
      ['=1+1', '5'],
      ['  let x\n  ', ''],
    ],
    others: [],
  })
})

test('any text survives an export to a workbook and its import', async () => {
  const piece = fc.constantFrom(
    '_x0041_',
    '_x000D_',
    '_',
    '&amp;',
    '<b>',
    '"',
    '\n',
    ' ',
    '=1',
    '```',
    '💡',
    'é',
  )
  const cell = fc.array(fc.oneof(piece, fc.string({ unit: 'grapheme', maxLength: 3 })), {
    minLength: 1,
    maxLength: 5,
  })
  await fc.assert(
    fc.asyncProperty(cell, async (pieces) => {
      // XML has no control characters, and one line break.
      const value = `x${pieces.join('').replace(/[^\P{Cc}\n]|[\ufffe\uffff]/gu, '')}x`
      const { toBlob } = await writeSheet([[{ value: workbookText(value), type: String }]])
      expect(rowsIn(new Uint8Array(await (await toBlob()).arrayBuffer()))).toEqual([[value]])
    }),
  )
})

/** A workbook as programs write it; each sheet is the XML of its rows, and of what follows them. */
function workbook(
  sheets: Record<string, string>,
  { formats = [] as string[], strings = '', is1904 = false } = {},
): Uint8Array<ArrayBuffer> {
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
  const kind = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const names = Object.keys(sheets)
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${kind}/${type}" Target="${target}"/>`
  const custom = formats.map((code, at) =>
    /^\d+$/.test(code) ? '' : `<numFmt numFmtId="${164 + at}" formatCode="${code}"/>`,
  )
  const styles = formats.map((code, at) => `<xf numFmtId="${/^\d+$/.test(code) ? code : 164 + at}"/>`)
  const files = {
    'xl/workbook.xml': `<workbook ${main} xmlns:r="${kind}"><workbookPr date1904="${is1904}"/><sheets>${names
      .map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="r${at}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${names
      .map((_, at) => relation(`r${at}`, 'worksheet', `worksheets/sheet${at}.xml`))
      .join(
        '',
      )}${relation('s', 'styles', '/xl/styles.xml')}${relation('t', 'sharedStrings', 'sharedStrings.xml')}</Relationships>`,
    'xl/styles.xml': `<styleSheet ${main}><numFmts>${custom.join('')}</numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs>${styles.join('')}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst ${main}>${strings}</sst>`,
    ...Object.fromEntries(
      Object.values(sheets).map((xml, at) => [
        `xl/worksheets/sheet${at}.xml`,
        `<x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${xml.replace(/<(\/?)(?=\w)/g, '<$1x:')}</x:worksheet>`,
      ]),
    ),
  }
  return zipSync(
    Object.fromEntries(Object.entries(files).map(([name, xml]) => [name, strToU8(xml)])),
  ) as Uint8Array<ArrayBuffer>
}
const row = (...cells: string[]) => `<row>${cells.join('')}</row>`
const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
const number = (value: number | string, style = 0) => `<c s="${style}"><v>${value}</v></c>`

test.each([
  ['h:mm', 0.4375, '10:30'],
  ['20', 0.4375, '10:30'],
  ['[h]:mm:ss', 1.5, '36:00:00'],
  ['h:mm AM/PM', 0.4375, '10:30 AM'],
  ['yyyy-mm-dd', 45_365, '2024-03-14'],
  ['dd/mm/yyyy hh:mm', 45_365.4375, '14/03/2024 10:30'],
  ['14', 45_365, '2024-03-14'],
  ['22', 45_365.4375, '2024-03-14 10:30'],
  ['9', 0.5, '50%'],
  ['0.0%', 0.125, '12.5%'],
  ['4', 1234.5, '1,234.50'],
  ['000-00', 42, '000-42'],
  ['General', 0.1 + 0.2, '0.3'],
  ['General', 299_792_458_000, '299792458000'],
  ['0', 2015, '2015'],
  ['@', 5, '5'],
  ['0 [broken', 5, '5'],
])('a number in the format %s is shown as in a spreadsheet: %d is %s', (code, value, shown) => {
  expect(
    rowsIn(workbook({ One: `<sheetData>${row(number(value))}</sheetData>` }, { formats: [code] })),
  ).toEqual([[shown]])
})

test('dates can be counted from 1904', () => {
  const bytes = workbook(
    { One: `<sheetData>${row(number(43_903), number(0.4375, 1))}</sheetData>` },
    { formats: ['yyyy-mm-dd', 'h:mm'], is1904: true },
  )
  expect(rowsIn(bytes)).toEqual([['2024-03-14', '10:30']])
})

test('texts, truth values, errors and formulas are read in every form', () => {
  const cells = row(
    '<c t="s"><v>0</v></c>',
    '<c t="s"><v>1</v></c>',
    '<c t="b"><v>1</v></c>',
    '<c t="b"><v>0</v></c>',
    '<c t="e"><v>#N/A</v></c>',
    '<c t="str"><f>A1</f><v>a_x000D_\nb</v></c>',
    '<c><f>A1&amp;B1</f><v></v></c>',
    '<c r="J1" t="inlineStr"><is><r><t>x &lt; </t></r><r><t>y</t></r></is></c>',
  )
  const strings =
    '<si><t xml:space="preserve"> a </t></si><si><r><t>東</t></r><r><t>京</t></r><rPh><t>トウキョウ</t></rPh></si>'
  expect(rowsIn(workbook({ One: `<sheetData>${cells}</sheetData>` }, { strings }))).toEqual([
    [' a ', '東京', 'TRUE', 'FALSE', '#N/A', 'a\nb', '=A1&B1', '', '', 'x < y'],
  ])
})

test('merged cells give their value to each of their rows, except the empty ones', () => {
  const rows = [
    row(text('Category'), text('Question')),
    row(text('CSS'), text('one')),
    row('<c/>', text('two')),
    row('<c/>', '<c/>'),
    row('<c/>', text('three')),
    row(text('wide'), '<c/>'),
  ]
  const merges = '<mergeCells><mergeCell ref="A2:A5"/><mergeCell ref="A6:B6"/></mergeCells>'
  expect(rowsIn(workbook({ One: `<sheetData>${rows.join('')}</sheetData>${merges}` }))).toEqual([
    ['Category', 'Question'],
    ['CSS', 'one'],
    ['CSS', 'two'],
    ['', ''],
    ['CSS', 'three'],
    ['wide', ''],
  ])
})

test('the first sheet with cells is read, and the others are named', () => {
  const sheet = (...values: string[]) =>
    `<sheetData>${values.map((value) => row(text(value))).join('')}</sheetData>`
  expect(rowsOf(workbook({ Empty: sheet(), 'A &amp; B': sheet('x'), More: sheet('y', 'z') }))).toEqual({
    rows: [['x']],
    others: [{ name: 'More', count: 2 }],
  })
})

test.each([
  ['commas', 'a,b\r\n"x, ""y""\nz",2\r\n'],
  ['semicolons', 'a;b\n"x, ""y""\nz";2\n\n'],
  ['tabs and a byte order mark', '\ufeffa\tb\n"x, ""y""\nz"\t2'],
  ['bars', 'a|b\n"x, ""y""\nz"|2'],
  ['a named separator', 'sep=;\r\na;b\r\n"x, ""y""\nz";2'],
  ['a named separator in quotes, after a mark', '\ufeff"sep=\t"\na\tb\n"x, ""y""\nz"\t2'],
])('separated values are read: %s', (_name, text) => {
  expect(rowsIn(bytesOf(text))).toEqual([
    ['a', 'b'],
    ['x, "y"\nz', '2'],
  ])
})

test('the separator is found below a title, and outside quotes', () => {
  expect(rowsIn(bytesOf('Quiz\n"a, b, c";d'))).toEqual([['Quiz'], ['a, b, c', 'd']])
})

const tables: [encoding: string, named: string, question: string, options: string][] = [
  ['windows-1256', 'windows-1256', 'ما عاصمة فرنسا؟', 'باريس'],
  ['windows-1251', 'windows-1251', 'Какая столица Франции?', 'Париж'],
  ['koi8-r', 'koi8-r', 'Что выведет этот код?', 'Ничего'],
  ['gbk', 'gb18030', '法国的首都是哪里？', '巴黎'],
  ['gbk', 'gb18030', '什么是闭包？', '函数'],
  ['shift_jis', 'shift_jis', 'フランスの首都はどこですか？', 'パリ'],
  ['gbk', 'gb18030', '什么是变量？', '对'],
  ['shift_jis', 'shift_jis', '関数とは何か', '値'],
  ['shift_jis', 'shift_jis', '関数', '変数'],
  ['euc-jp', 'euc-jp', 'フランスの首都はどこですか？', 'パリ'],
  ['euc-kr', 'euc-kr', '프랑스의 수도는 어디입니까?', '파리'],
  ['euc-kr', 'euc-kr', '클로저란', '함수'],
  ['big5', 'big5', '法國的首都是哪裡？', '巴黎'],
  ['big5', 'big5', '下列哪一項正確', '陣列'],
  ['windows-1252', 'windows-1252', 'Où est la bibliothèque ? À côté', 'Café'],
  ['windows-1252', 'windows-1252', 'What’s “this”?', 'x'],
  ['windows-1252', 'windows-1252', 'What’s it?', 'Größe'],
  ['windows-1251', 'windows-1251', 'Да или нет?', 'Да'],
  ['windows-1256', 'windows-1256', 'ما هو', 'نعم'],
  ['windows-1250', 'windows-1250', 'Jaké je hlavní město České republiky?', 'Praha'],
  ['windows-1253', 'windows-1253', 'Ποια είναι η πρωτεύουσα;', 'Αθήνα'],
  ['windows-1254', 'windows-1254', 'Türkiye’nin başkenti neresidir?', 'İstanbul'],
  ['windows-1255', 'windows-1255', 'מהי בירת צרפת?', 'פריז'],
]
test.each(tables)('%s is recognized as %s: %s', (encoding, named, question, option) => {
  const rows = [
    ['Title', 'Question', 'Option A', 'Option B', 'Correct'],
    ['One', question, option, 'A plain English option, with many words', 'A'],
  ]
  const file = rows.map((cells) => cells.join('\t')).join('\r\n')
  expect(rowsOf(encode(file, encoding))).toEqual({ rows, others: [], encoding: named })
})

test('a chosen encoding is used, and UTF-16 needs none', () => {
  expect(rowsOf(encode('a,é', 'windows-1252'), 'windows-1251')).toMatchObject({
    rows: [['a', 'й']],
    encoding: 'windows-1251',
  })
  const utf16 = new Uint8Array(new Uint16Array([...'السؤال,a\nما,b'].map((one) => one.charCodeAt(0))).buffer)
  expect(rowsOf(utf16)).toEqual({
    rows: [
      ['السؤال', 'a'],
      ['ما', 'b'],
    ],
    others: [],
  })
  // 日本 in seven bits is valid UTF-8.
  expect(rowsOf(bytesOf('a,\u001b$BF|K\\\u001b(B'))).toMatchObject({
    rows: [['a', '日本']],
    encoding: 'iso-2022-jp',
  })
})

test('a workbook that would unpack to hundreds of megabytes is refused', () => {
  const bomb = zipSync({
    'xl/worksheets/sheet1.xml': new Uint8Array(201 * 1024 ** 2),
  }) as Uint8Array<ArrayBuffer>
  expect(bomb.length).toBeLessThan(1024 ** 2)
  expect(rowsOf(bomb)).toEqual({ refused: 'too-large' })
})

test('a sheet with too many rows or columns is refused', () => {
  expect(rowsOf(bytesOf('a\n'.repeat(20_002)))).toEqual({ refused: 'too-large' })
  expect(rowsOf(bytesOf('a\n'.repeat(500_000)))).toEqual({ refused: 'too-large' })
  expect(rowsOf(bytesOf('a,'.repeat(100)))).toEqual({ refused: 'too-large' })
  const far = '<sheetData><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>'
  expect(rowsOf(workbook({ Far: far }))).toEqual({ refused: 'too-large' })
})

test('a file that is neither a workbook nor text, or has unbalanced quotes, can not be read', () => {
  const other = zipSync({ 'hello.txt': strToU8('hello') }) as Uint8Array<ArrayBuffer>
  expect(() => rowsOf(other)).toThrow()
  expect(() => rowsOf(bytesOf('a,b\n"never closed'))).toThrow()
  // An .xls file of Excel 97, and a web page that is named like one.
  expect(() => rowsOf(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0, 0]))).toThrow()
  expect(() => rowsOf(bytesOf('<html><table>'))).toThrow()
})
