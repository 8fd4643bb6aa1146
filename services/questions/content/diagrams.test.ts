import { readdirSync, readFileSync } from 'node:fs'
import { type ArticleDocument, diagramReference, type GuideDocument } from '@rehearse/contracts'
import { describe, expect, test } from 'vitest'
import { readPathSteps, starterEntries } from '../src/content/content-files.ts'

const root = new URL('.', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const filesIn = (folder: string) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .map((name) => folder + name.replaceAll('\\', '/'))
    .filter((path) => /\.\w+$/.test(path))

const entries = <Document>(path: string) =>
  starterEntries({ path, text: read(path) }).entries as unknown as { id: string; document: Document }[]
const articles = filesIn('articles/').flatMap((path) => entries<ArticleDocument>(path))
const guides = filesIn('guides/').flatMap((path) => entries<GuideDocument>(path))
const lessons = filesIn('paths/').flatMap((path) =>
  readPathSteps(JSON.stringify([{ file: path.split('/').at(-1), text: read(path) }])).map(
    ({ lesson = '' }) => ({
      at: path,
      text: lesson,
    }),
  ),
)
const texts = [
  ...lessons,
  ...articles.map(({ id, document }) => ({ at: id, text: document.body })),
  ...guides.flatMap(({ id, document }) =>
    document.sections.map(({ description }) => ({ at: id, text: description })),
  ),
]
const shown = texts.flatMap(({ at, text }) =>
  [...text.matchAll(diagramReference)].map(([, alt = '', name = '']) => ({ at, alt, name })),
)
const namesAt = (at: string) => shown.filter((one) => one.at === at).map(({ name }) => name)

const names = filesIn('diagrams/').map((path) => path.slice('diagrams/'.length, -'.svg'.length))

describe('a diagram', () => {
  test('is shown by a text, and every text shows diagrams that exist', () => {
    expect(names.filter((name) => !shown.some((one) => one.name === name))).toEqual([])
    expect(shown.filter(({ name }) => !names.includes(name))).toEqual([])
  })

  test('is the only kind of image, in a paragraph of its own', () => {
    const withoutCode = (text: string) =>
      text.replaceAll(/^ *(```+).*?^ *\1/gms, '').replaceAll(/(`+).*?\1/gs, '')
    const others = texts.flatMap(({ at, text }) =>
      [...withoutCode(text).matchAll(/^.*!\[.*$/gm)]
        .map(([line]) => line)
        .filter((line) => !new RegExp(`^${diagramReference.source}$`).test(line))
        .map((line) => `${at}: ${line}`),
    )
    expect(others).toEqual([])
  })

  test('has a text alternative of whole sentences', () => {
    const poor = shown.filter(({ alt }) => !/^\S.{30,400}\.$/.test(alt))
    expect(poor).toEqual([])
  })

  test('stands in the place of drawings made of characters', () => {
    expect(texts.filter(({ text }) => /[▼►◄]|```text diagram/.test(text)).map(({ at }) => at)).toEqual([])
  })
})

test('every system-design case and guide, and at least 80 lessons have diagrams', () => {
  const cases = articles.filter(({ document }) => document.category === 'System Design')
  expect(cases.filter(({ id }) => namesAt(id).length === 0)).toEqual([])
  expect(guides.filter(({ id }) => new Set(namesAt(id)).size < 2).map(({ id }) => id)).toEqual([])
  expect(lessons.filter(({ at }) => namesAt(at).length > 0).length).toBeGreaterThanOrEqual(80)
})
