import { strToU8, zipSync } from 'fflate'
import { expect, test, vi } from 'vitest'
import writeSheet from 'write-excel-file/universal'

vi.stubGlobal('self', { addEventListener: () => {}, postMessage: () => {} })
const { rowsOf } = await import('./sheet-worker.ts')

const bytesOf = (text: string) => new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>

test('a workbook is read as text, with its empty rows, and what looks like a formula stays text', async () => {
  const text = (value: string) => ({ value, type: String })
  const { toBlob } = await writeSheet([
    [text('Title'), text('Points')],
    [],
    [text('=1+1'), { value: 5, type: Number }],
    [text('  let x\n  ')],
  ])
  const reply = await rowsOf(new Uint8Array(await (await toBlob()).arrayBuffer()))
  expect(reply).toEqual({
    rows: [
      ['Title', 'Points'],
      ['', ''],
      ['=1+1', '5'],
      ['  let x\n  ', ''],
    ],
  })
})

test.each([
  ['commas', 'a,b\r\n"x, ""y""\nz",2\r\n'],
  ['semicolons', 'a;b\n"x, ""y""\nz";2\n\n'],
  ['tabs and a byte order mark', '\ufeffa\tb\n"x, ""y""\nz"\t2'],
])('separated values are read: %s', async (_name, text) => {
  expect(await rowsOf(bytesOf(text))).toEqual({
    rows: [
      ['a', 'b'],
      ['x, "y"\nz', '2'],
    ],
  })
})

test('text in the encoding of Windows is read', async () => {
  expect(await rowsOf(new Uint8Array([0x61, 0x0a, 0xe9]))).toEqual({ rows: [['a'], ['é']] })
})

test('a workbook that would unpack to hundreds of megabytes is refused', async () => {
  const bomb = zipSync({
    'xl/worksheets/sheet1.xml': new Uint8Array(201 * 1024 ** 2),
  }) as Uint8Array<ArrayBuffer>
  expect(bomb.length).toBeLessThan(1024 ** 2)
  expect(await rowsOf(bomb)).toEqual({ refused: 'too-large' })
})

test('a sheet with too many rows or columns is refused', async () => {
  expect(await rowsOf(bytesOf('a\n'.repeat(20_002)))).toEqual({ refused: 'too-large' })
  expect(await rowsOf(bytesOf('a,'.repeat(100)))).toEqual({ refused: 'too-large' })
})

test('a file that is no workbook inside, or has unbalanced quotes, can not be read', async () => {
  const other = zipSync({ 'hello.txt': strToU8('hello') }) as Uint8Array<ArrayBuffer>
  await expect(rowsOf(other)).rejects.toThrow()
  await expect(rowsOf(bytesOf('a,b\n"never closed'))).rejects.toThrow()
})
