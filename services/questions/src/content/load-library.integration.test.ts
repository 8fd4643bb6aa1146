import assert from 'node:assert'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { temporaryFolder } from '@rehearse/testing/temporary-folder'
import Fastify from 'fastify'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { changeEntry, createEntry, removeEntry } from '../library/edit-entries.ts'
import { visitor } from '../library/kind.ts'
import { planKind } from '../library/plans.ts'
import { readEntry } from '../library/read-library.ts'
import { listEntries } from '../library/repository.ts'
import type { Db } from '../tables.ts'
import { bankDatabase } from '../testing/bank-database.ts'
import { kindOfFile } from './content-files.ts'
import { loadContent } from './load-content.ts'

const editor = { id: 'admin_1', role: 'admin' } as const
const { log } = Fastify()
let db: Db
let folder: string

beforeEach(async () => {
  db = (await bankDatabase('questions_library')).db
  const temporary = await temporaryFolder()
  onTestFinished(temporary.remove)
  folder = temporary.path
})

const load = () => loadContent(db, folder, log)
const put = async (path: string, content: unknown) => {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), JSON.stringify(content))
}
const plans = async () => (await listEntries(db, 'plans')).map(({ id, document }) => [id, document.name])
const one = { id: 'one', name: 'One day' }
const two = { id: 'two', name: 'Two days', duration: 2 }

test('loads entries in the order of their file, with defaults filled in', async () => {
  await put('plans.json', [two, one])
  await load()
  expect(await listEntries(db, 'plans')).toMatchObject([
    { id: 'two', order: 1, document: { duration: 2, totalQuestions: 100 } },
    { id: 'one', order: 2, document: { duration: 1 } },
  ])
})

test('accepts a folder of files for a kind, and long texts as lines', async () => {
  const article = { id: 'a', title: 'A', summary: 's', category: 'CSS', readingTime: 1 }
  await put('articles/b.json', [{ ...article, id: 'b', body: 'one line', order: 1 }])
  await put('articles/a.json', { ...article, body: { lines: ['first', '', 'third'] }, order: 2 })
  await load()
  expect(await listEntries(db, 'articles')).toMatchObject([
    { id: 'b', document: { body: 'one line' } },
    { id: 'a', document: { body: 'first\n\nthird' } },
  ])
})

test('loads the files of a challenge that is a folder', async () => {
  const write = async (file: string, text: string) => {
    const path = join(folder, 'challenges/sum', file)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  }
  const sum = { id: 'sum', order: 7, kind: 'typescript', title: 'Sum', category: 'typescript' }
  await put('challenges/sum/challenge.json', {
    ...sum,
    difficulty: 'easy',
    description: { lines: ['Add.', 'Add all.'] },
    explanation: 'Use +.',
  })
  await write('files/sum.ts', 'export const sum = 0\n')
  await write('files/sum.test.ts', 'test("sum", () => {})')
  await write('mistakes.json', '[]')
  await write('requirements.json', '{}')
  await write('equivalents.json', '[]')
  await put('challenges/mistakes/sum.json', [])
  const loaded = async () =>
    (await listEntries(db, 'challenges')).map(({ id, order, document: { description, files } }) => ({
      ...{ id, order, description },
      files: (files as { path: string; text: string }[]).map(({ path, text }) => [path, text]),
    }))
  await load()
  const [before] = await loaded()
  expect(before).toEqual({
    ...{ id: 'sum', order: 7, description: 'Add.\nAdd all.' },
    files: [
      ['sum.ts', 'export const sum = 0\n'],
      ['sum.test.ts', 'test("sum", () => {})'],
    ],
  })
  // What only a check reads isn't content.
  await write('mistakes.json', '[{}]')
  await write('files/sum.ts', 'export const sum = 1\n')
  await load()
  expect(await loaded()).toMatchObject([
    {
      files: [
        ['sum.ts', 'export const sum = 1\n'],
        ['sum.test.ts', expect.any(String)],
      ],
    },
  ])
  // An invalid folder leaves what it loaded before.
  await write('files/Sum.ts', 'x')
  await load()
  expect(await loaded()).toMatchObject([{ id: 'sum', files: { length: 2 } }])
})

test('loading again, even concurrently, changes nothing', async () => {
  await put('plans.json', [one, two])
  await Promise.all([load(), load(), load()])
  const before = await listEntries(db, 'plans')
  // The same entries in a different layout: the file is read again, but stores nothing.
  await writeFile(join(folder, 'plans.json'), JSON.stringify([one, two], null, 2))
  await load()
  expect(await listEntries(db, 'plans')).toEqual(before)
})

test('a newer file changes, adds and removes entries that no admin has edited', async () => {
  await put('plans.json', [one, two])
  await load()
  await put('plans.json', [
    { ...two, name: 'Both days' },
    { id: 'three', name: 'Three days' },
  ])
  await load()
  expect(await plans()).toEqual([
    ['two', 'Both days'],
    ['three', 'Three days'],
  ])
  // Removed entries may be added again.
  await put('plans.json', [one])
  await load()
  expect(await plans()).toEqual([['one', 'One day']])
})

test('a newer file neither changes nor removes entries that an admin has edited or created', async () => {
  await put('plans.json', [one, two])
  await load()
  await db.transaction().execute(async (trx) => {
    await changeEntry(trx, planKind, 'one', { body: { name: 'Mine' }, precondition: null, editor })
    await createEntry(trx, planKind, { id: 'three', name: 'Made by me' }, editor)
  })
  await put('plans.json', [{ ...one, name: 'Uno' }, two, { id: 'three', name: 'Tres' }])
  await load()
  expect(await plans()).toEqual([
    ['one', 'Mine'],
    ['two', 'Two days'],
    ['three', 'Made by me'],
  ])
  await put('plans.json', [two])
  await load()
  expect((await plans()).sort()).toEqual([
    ['one', 'Mine'],
    ['three', 'Made by me'],
    ['two', 'Two days'],
  ])
})

test('entries deleted by an admin stay deleted', async () => {
  await put('plans.json', [one, two])
  await load()
  await db.transaction().execute((trx) => removeEntry(trx, planKind, 'one', null))
  await put('plans.json', [{ ...one, name: 'Uno' }, two])
  await load()
  expect(await plans()).toEqual([['two', 'Two days']])
})

test("an invalid file adds nothing and doesn't stop the others from loading", async () => {
  await put('plans.json', [one, { id: 'bad', name: '', duration: -1 }])
  await put('guides/broken.json', { id: 'x' })
  await put('resource-categories.json', [
    { id: 'css', name: 'CSS', description: 'd', icon: 'palette', color: '#000000' },
  ])
  await load()
  expect(await plans()).toEqual([])
  expect(await listEntries(db, 'resource-categories')).toMatchObject([{ id: 'css' }])
})

test('diagrams come with the text that shows them, even after their files are gone, unless they could run something', async () => {
  const svg = (content: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 360 40">${content}</svg>`
  const write = async (name: string, text: string) => {
    await mkdir(join(folder, 'diagrams'), { recursive: true })
    await writeFile(join(folder, 'diagrams', name), text)
  }
  const body = '![One.](diagrams/one.svg)\n\n![Bad.](diagrams/bad.svg)\n\n![None.](diagrams/none.svg)'
  await put('articles/a.json', { id: 'a', title: 'A', summary: 's', body, category: 'CSS', readingTime: 1 })
  await write('one.svg', svg('<rect class="box"/>'))
  await write('bad.svg', svg('<script>alert(1)</script>'))
  await write('unused.svg', svg(''))
  await load()
  const articles = kindOfFile('articles/a.json')
  assert(articles)
  const read = async () => (await readEntry(db, articles, 'a', visitor)).diagrams
  expect(await read()).toEqual({ one: svg('<rect class="box"/>') })
  await write('one.svg', svg('<circle class="box"/>'))
  await load()
  const current = { one: svg('<circle class="box"/>') }
  expect(await read()).toEqual(current)
  await rm(join(folder, 'diagrams'), { recursive: true })
  await load()
  expect(await read()).toEqual(current)
})

test('a removed file leaves its entries, so that a missing folder empties nothing', async () => {
  const plan = { id: 'kept', name: 'Kept' }
  await put('plans/kept.json', plan)
  await load()
  await rm(join(folder, 'plans'), { recursive: true })
  await load()
  expect(await plans()).toEqual([['kept', 'Kept']])
})
