import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { QuestionPatch } from '@rehearse/contracts'
import { temporaryFolder } from '@rehearse/testing/temporary-folder'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { readSlices } from '../listing/queries.ts'
import { deleteQuestion, updateQuestion } from '../questions/edit-question.ts'
import type { Db } from '../tables.ts'
import { listLearningPaths, listSections } from '../taxonomy/queries.ts'
import { bankDatabase } from '../testing/bank-database.ts'
import { loadContent } from './load-content.ts'

const { log } = Fastify()
const actor = 'admin_1'
const closures = 'questions/javascript/closures.md'
let db: Db
let folder: string

beforeEach(async () => {
  db = (await bankDatabase('questions_content')).db
  const temporary = await temporaryFolder()
  onTestFinished(temporary.remove)
  folder = temporary.path
})

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), text)
}

const markdown = (...items: [title: string, right: string][]) =>
  items
    .map(
      ([title, right], index) =>
        `${index + 1}. ${title}\n\n- A: no\n- B: ${right} [correct]\n\nExplanation: Because of ${right}.\n`,
    )
    .join('\n')

const load = () => loadContent(db, folder, log)
const all = () =>
  readSlices(db, { by: 'order', direction: 'asc' }, [
    { filter: { openOnly: false }, after: null, skip: 0, limit: 100 },
  ])
const find = async (title: string) => (await all()).find((question) => question.title === title)
const edit = async (title: string, patch: QuestionPatch) => {
  const id = (await find(title))?.id ?? ''
  await db.transaction().execute((trx) => updateQuestion(trx, id, patch, { actor, precondition: null }))
}
const count = async (table: string) =>
  (await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db)).rows[0]?.count

const path = { id: 'javascript', title: 'JavaScript', description: 'The language', order: 1 }

describe('loading content', () => {
  test('brings paths, sections and questions, filed under the path of their folder', async () => {
    await put('learning-paths.json', JSON.stringify([path]))
    await put('sections.json', JSON.stringify([{ id: 'practice', name: 'Practice', icon: 'practice' }]))
    await put(closures, markdown(['First?', 'one'], ['Second?', 'two']))
    await put('notes.txt', 'not ours')
    await load()
    expect(await listLearningPaths(db)).toMatchObject([{ id: 'javascript', questionCount: 2 }])
    expect(await listSections(db)).toMatchObject([{ id: 'practice', icon: 'practice' }])
    expect(await all()).toMatchObject([
      { title: 'First?', learningPath: { name: 'JavaScript' }, createdBy: 'content', version: 1 },
      { title: 'Second?', approved: true, isActive: true },
    ])
  })

  test('again, even by several at once, brings nothing more', async () => {
    await put('learning-paths.json', JSON.stringify([path]))
    await put(closures, markdown(['First?', 'one']))
    await Promise.all([load(), load(), load()])
    const messages = await count('outbox')
    await load()
    expect(await all()).toHaveLength(1)
    expect(await count('outbox')).toBe(messages)
    expect(await count('import_batch')).toBe(1)
  })

  test('a newer file changes what no admin has edited, and adds what is new', async () => {
    await put(closures, markdown(['First?', 'one'], ['Second?', 'two']))
    await load()
    const before = await all()
    await put(closures, markdown(['Third?', 'three'], ['First?', 'uno'], ['Second?', 'two']))
    await load()
    await load()
    const after = await all()
    expect(after.map(({ title, version }) => [title, version])).toEqual([
      ['First?', 2],
      ['Second?', 1],
      ['Third?', 1],
    ])
    expect(after[0]).toMatchObject({ id: before[0]?.id, options: [{}, { text: 'uno', isCorrect: true }] })
    // What the file changed itself it may change again.
    await put(closures, markdown(['First?', 'eins']))
    await load()
    expect((await find('First?'))?.options[1]?.text).toBe('eins')
  })

  test('a newer file never overwrites what an admin has edited', async () => {
    await put(closures, markdown(['First?', 'one'], ['Second?', 'two']))
    await load()
    await edit('First?', { points: 50 })
    await edit('Second?', { title: 'Renamed by an admin' })
    await put(closures, markdown(['First?', 'uno'], ['Second?', 'dos']))
    await load()
    expect(await all()).toMatchObject([
      { title: 'First?', version: 2, points: 50, options: [{}, { text: 'one' }] },
      { title: 'Renamed by an admin', version: 2, options: [{}, { text: 'two' }] },
    ])
  })

  test('a newer file never brings back what an admin has deleted', async () => {
    await put(closures, markdown(['First?', 'one']))
    await load()
    const id = (await find('First?'))?.id ?? ''
    await db.transaction().execute((trx) => deleteQuestion(trx, id, { actor, precondition: null }))
    for (const text of [markdown(['First?', 'one'], ['Second?', 'two']), markdown(['First?', 'uno'])]) {
      await put(closures, text)
      await load()
      expect(await find('First?')).toBeUndefined()
    }
    // Not from another file either, as long as it is the same question.
    await put('questions/react/moved.md', markdown(['First?', 'one']))
    await load()
    expect(await find('First?')).toBeUndefined()
  })

  test('an edited path stays as it is, a deleted one stays away', async () => {
    const second = { ...path, id: 'css', title: 'CSS' }
    await put('learning-paths.json', JSON.stringify([path, second]))
    await load()
    await sql`update learning_path set name = 'Mine', edited_at = now() where id = 'javascript'`.execute(db)
    await sql`delete from learning_path where id = 'css'`.execute(db)
    await put(
      'learning-paths.json',
      JSON.stringify([
        { ...path, order: 7 },
        { ...second, order: 8 },
      ]),
    )
    await load()
    expect(await listLearningPaths(db)).toMatchObject([{ id: 'javascript', name: 'Mine', order: 1 }])
  })

  test("an invalid file, or question, doesn't stop the others from loading", async () => {
    await put('learning-paths.json', '[{"id": "no good"}]')
    await put('sections.json', 'nonsense')
    await put('questions/javascript/a.md', 'Nothing to see.')
    await put('questions/javascript/b.md', `${markdown(['First?', 'one'])}\n2. Without options?\n`)
    await load()
    expect((await all()).map(({ title }) => title)).toContain('First?')
  })

  test('a folder that is not there holds nothing', async () => {
    await loadContent(db, join(folder, 'nowhere'), log)
    expect(await all()).toEqual([])
  })
})
