import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { ARCHIVE_MAX, imageAt, imageReferences, readSourceFile, withAddresses } from './source-images.ts'

const zip = (files: Record<string, Uint8Array>) => new Uint8Array(zipSync(files))
const picture = new Uint8Array([1, 2, 3])
const markdown = strToU8('![A loop](img/loop%201.png)')

describe('an archive', () => {
  test('has one file with questions, and images beside it', () => {
    const file = readSourceFile(
      zip({
        'quiz/questions.md': markdown,
        'quiz/img/loop 1.png': picture,
        'quiz/.DS_Store': picture,
        '__MACOSX/quiz/questions.md': markdown,
      }),
      'quiz.zip',
    )
    if ('refused' in file) throw new Error(file.refused)
    expect([file.fileName, file.content]).toEqual(['questions.md', '![A loop](img/loop%201.png)'])
    expect(imageAt(file.images, 'img/loop%201.png')?.bytes).toEqual(picture)
    expect(imageAt(file.images, './img/loop 1.png')?.name).toBe('quiz/img/loop 1.png')
    expect(imageAt(file.images, 'img/other.png')).toBeUndefined()
  })

  test.each([
    ['no-source', { 'a.png': picture }],
    ['several-sources', { 'a.md': markdown, 'b.json': markdown }],
    ['unsafe-names', { 'a.md': markdown, '../../etc/x.png': picture }],
    ['unsafe-names', { 'a.md': markdown, '/etc/x.png': picture }],
    ['unsafe-names', { 'a.md': markdown, 'C:\\x.png': picture }],
    ['unsafe-names', { 'a.md': markdown, 'a\\..\\x.png': picture }],
  ] as const)('is refused: %s', (refused, files) => {
    expect(readSourceFile(zip(files), 'a.zip')).toEqual({ refused })
  })

  test('is refused before a bomb unpacks', () => {
    const zeros = new Uint8Array(40 * 1024 ** 2)
    const bomb = zip(Object.fromEntries([1, 2, 3, 4, 5, 6].map((one) => [`${one}.png`, zeros])))
    expect(bomb.length).toBeLessThan(1024 ** 2)
    expect(readSourceFile(bomb, 'a.zip')).toEqual({ refused: 'too-large' })
    const many = zip(
      Object.fromEntries(Array.from({ length: ARCHIVE_MAX.files + 1 }, (_, one) => [`${one}.png`, picture])),
    )
    expect(readSourceFile(many, 'a.zip')).toEqual({ refused: 'too-large' })
    expect(readSourceFile(new Uint8Array([0x50, 0x4b, 3, 4, 5]), 'a.zip')).toEqual({ refused: 'unreadable' })
    const cut = zip({ 'a.md': markdown, 'a.png': picture })
    expect(readSourceFile(cut.slice(0, cut.length - 30), 'a.zip')).toEqual({ refused: 'unreadable' })
  })
})

test('Moodle’s embedded files belong to their question', () => {
  const question = (data: string) =>
    `<question type="multichoice"><questiontext format="html"><text><![CDATA[<img src="@@PLUGINFILE@@/a%20b.png" alt="x">]]></text><file name="a b.png" path="/" encoding="base64">${data}</file></questiontext></question>`
  const source = `<quiz>${question(btoa('one'))}${question(btoa('two'))}<question type="essay"><file name="c.png" encoding="base64">%%%</file></question></quiz>`
  const file = readSourceFile(new Uint8Array(strToU8(source)), 'moodle.xml')
  if ('refused' in file) throw new Error(file.refused)
  expect(file.images.map(({ name, bytes }) => [name, new TextDecoder().decode(bytes)])).toEqual([
    ['a b.png', 'one'],
    ['a b.png', 'two'],
  ])
  const references = imageReferences(file.content)
  expect(references.map(({ alt }) => alt)).toEqual(['x', 'x'])
  const found = references.map(({ address }) => imageAt(file.images, address)?.bytes)
  expect(found).toEqual(file.images.map(({ bytes }) => bytes))
  const addresses = new Map(references.map(({ address }, at) => [address, `/api/images/${at}`]))
  const changed = withAddresses(file.content, addresses)
  expect(changed).toContain('src="/api/images/0"')
  expect(changed).toContain('src="/api/images/1"')
  // What could not be read stays, and is reported with its row.
  expect(changed).toContain('<file name="c.png"')
})

test('finds and replaces images in Markdown, also within JSON; leaves those of the web, of ours and of code alone', () => {
  const content = String.raw`{"content":"![One \\[1\\]](a.png) ![](./b.png \"t\") ![w](https://x/y.png) ![o](/api/images/z) ![d](data:x) ![g](diagrams/loop.svg)"}`
  expect(imageReferences(content)).toEqual([
    { address: 'a.png', alt: 'One [1]' },
    { address: './b.png', alt: '' },
  ])
  const changed = withAddresses(
    content,
    new Map([
      ['a.png', '/api/images/1'],
      ['./b.png', '/api/images/2'],
    ]),
  )
  expect(JSON.parse(changed).content).toContain(
    '](/api/images/1) ![](/api/images/2 "t") ![w](https://x/y.png)',
  )
})
