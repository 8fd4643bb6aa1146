import { randomUUID } from 'node:crypto'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { QuestionPatch } from '@rehearse/contracts'
import { messagingMigrations, migrate } from '@rehearse/service-kit'
import { openDatabase } from '@rehearse/service-kit/database/database'
import { temporaryFolder } from '@rehearse/testing/temporary-folder'
import { testDatabase } from '@rehearse/testing/test-database'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { readSlices } from '../listing/queries.ts'
import { deleteQuestion, updateQuestion } from '../questions/edit-question.ts'
import type { Db, Tables } from '../tables.ts'
import { findPathDetails, listLearningPaths, listSections } from '../taxonomy/queries.ts'
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
  await db
    .transaction()
    .execute((trx) =>
      updateQuestion(trx, id, patch, { editor: { id: actor, role: 'admin' }, precondition: null }),
    )
}
const count = async (table: string) =>
  (await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db)).rows[0]?.count

const path = { id: 'javascript', title: 'JavaScript', description: 'The language', order: 1 }

describe('loading content', () => {
  test('loads paths, sections and questions, under the path of their folder', async () => {
    await put('learning-paths.json', JSON.stringify([path]))
    await put('sections.json', JSON.stringify([{ id: 'practice', name: 'Practice', icon: 'practice' }]))
    await put(closures, markdown(['First?', 'one'], ['Second?', 'two']))
    await put('notes.txt', 'not ours')
    await load()
    expect(await listLearningPaths(db)).toMatchObject([{ id: 'javascript', questionCount: 2 }])
    expect(await listSections(db)).toMatchObject([{ id: 'practice', icon: 'practice' }])
    expect(await all()).toMatchObject([
      { title: 'First?', learningPath: { name: 'JavaScript' }, createdBy: 'content', version: 1 },
      { title: 'Second?', editorial: { status: 'approved' }, isActive: true },
    ])
  })

  test('loads nothing more when repeated, even concurrently', async () => {
    await put('learning-paths.json', JSON.stringify([path]))
    await put(closures, markdown(['First?', 'one']))
    await Promise.all([load(), load(), load()])
    const messages = await count('outbox')
    await load()
    expect(await all()).toHaveLength(1)
    expect(await count('outbox')).toBe(messages)
    expect(await count('import_batch')).toBe(1)
  })

  test('updates entries that no admin has edited, and adds new questions, when a file changes', async () => {
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
    // What the file itself changed, it may change again.
    await put(closures, markdown(['First?', 'eins']))
    await load()
    expect((await find('First?'))?.options[1]?.text).toBe('eins')
  })

  test("never overwrites an admin's edit with a newer file", async () => {
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

  test('never restores a question that an admin has deleted', async () => {
    await put(closures, markdown(['First?', 'one']))
    await load()
    const id = (await find('First?'))?.id ?? ''
    await db.transaction().execute((trx) => deleteQuestion(trx, id, { actor, precondition: null }))
    for (const text of [markdown(['First?', 'one'], ['Second?', 'two']), markdown(['First?', 'uno'])]) {
      await put(closures, text)
      await load()
      expect(await find('First?')).toBeUndefined()
    }
    // Another file doesn't restore it either, if it contains the same question.
    await put('questions/react/moved.md', markdown(['First?', 'one']))
    await load()
    expect(await find('First?')).toBeUndefined()
  })

  test('keeps an edited path unchanged and a deleted one deleted', async () => {
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

  test('identifies a question by its permanent id when its title and its file change', async () => {
    const withId = (title: string) =>
      `${markdown([title, 'one'])}`.replace('Explanation', 'Id: closures\n\nExplanation')
    await put(closures, withId('First?'))
    await load()
    const before = await find('First?')
    await put(closures, markdown(['Another?', 'two']))
    await put('questions/react/moved.md', withId('Closures: what is logged?'))
    await load()
    const moved = await find('Closures: what is logged?')
    expect(moved).toMatchObject({ id: before?.id, version: 2, learningPath: { name: 'react' } })
    expect(await find('First?')).toBeUndefined()
  })

  test('keeps the progress on questions installed before permanent ids', async () => {
    const temporary = await temporaryFolder()
    onTestFinished(temporary.remove)
    const migrations = join(import.meta.dirname, '../migrations')
    await cp(migrations, temporary.path, {
      recursive: true,
      filter: (file) => !file.endsWith('.sql') || basename(file) < '0009-path-steps.sql',
    })
    const old = await testDatabase('before_ids', [messagingMigrations, temporary.path])
    const opened = openDatabase<Tables>({ url: old.ownerUrl, name: 'old', poolSize: 1, log })
    onTestFinished(opened.close)
    const questionId = randomUUID()
    await sql`insert into content_item (path, key, question_id, version) values
      (${closures}, 'what can''t be "reassigned" ?', ${questionId}, 3), ('learning-paths.json', 'javascript', null, null)`.execute(
      opened.db,
    )
    await migrate(old.ownerUrl, [messagingMigrations, migrations])
    const { rows } = await sql`select * from content_question`.execute(opened.db)
    expect(rows).toEqual([{ id: 'what-can-t-be-reassigned', question_id: questionId, version: 3 }])
  })

  describe('loading steps', () => {
    const step = (title: string, questions: string[]) =>
      `---\ntitle: ${title}\nsummary: About it.\nquestions:\n${questions.map((id) => `- ${id}\n`).join('')}---\n\nThree words here.\n`
    const question = (id: string) =>
      markdown([`${id}?`, 'one']).replace('Explanation', `Id: ${id}\n\nExplanation`)
    const steps = async () => (await findPathDetails(db, 'javascript'))?.steps

    beforeEach(async () => {
      await put('learning-paths.json', JSON.stringify([path]))
      await put(closures, [question('scope'), question('this').replace('1. ', '2. ')].join('\n'))
      await put('paths/javascript/01-first-things.md', step('First: things', ['this', 'scope']))
      await put('paths/javascript/02-second.md', step('Second', []))
    })

    test('loads them in the order of their files, with their questions', async () => {
      await load()
      const ids = await Promise.all(['this?', 'scope?'].map(async (title) => (await find(title))?.id))
      expect(await steps()).toEqual([
        {
          id: 'first-things',
          title: 'First: things',
          summary: 'About it.',
          lesson: 'Three words here.',
          questionIds: ids,
        },
        { id: 'second', title: 'Second', summary: 'About it.', lesson: 'Three words here.', questionIds: [] },
      ])
      const messages = await count('outbox')
      await load()
      expect(await count('outbox')).toBe(messages)
      await put('paths/javascript/02-second.md', step('Second, revised', []))
      await load()
      expect(await steps()).toMatchObject([{}, { title: 'Second, revised' }])
      const { rows } = await sql<{ steps: unknown }>`
        select payload->'data'->'steps' as steps from outbox where payload->'data'->>'kind' = 'learning-path'
        order by position desc limit 1`.execute(db)
      expect(rows).toMatchObject([
        { steps: [{ id: 'first-things' }, { id: 'second', title: 'Second, revised' }] },
      ])
    })

    test('leaves steps edited by an admin unchanged, and loads steps into a path whose text an admin has edited', async () => {
      await put('paths/javascript/01-first-things.md', step('First', ['scope', 'not-there-yet']))
      await load()
      await sql`update learning_path set description = 'Mine', edited_at = now()`.execute(db)
      await put('questions/javascript/more.md', question('not-there-yet'))
      await load()
      expect((await steps())?.[0]?.questionIds).toHaveLength(2)
      await sql`update learning_path set steps_edited_at = now()`.execute(db)
      await put('paths/javascript/01-first-things.md', step('Changed', []))
      await load()
      expect(await steps()).toMatchObject([{ title: 'First' }, {}])
    })
  })

  test('loads the other files and questions when one is invalid', async () => {
    await put('learning-paths.json', '[{"id": "no good"}]')
    await put('sections.json', 'nonsense')
    await put('questions/javascript/a.md', 'Nothing to see.')
    await put('questions/javascript/b.md', `${markdown(['First?', 'one'])}\n2. Without options?\n`)
    await load()
    expect((await all()).map(({ title }) => title)).toContain('First?')
  })

  test('finds no files in a missing folder', async () => {
    await loadContent(db, join(folder, 'nowhere'), log)
    expect(await all()).toEqual([])
  })
})
