import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { importQuestions } from '../imports/import-questions.ts'
import { readBulkRows } from '../imports/read-rows.ts'
import { findDuplicates } from '../imports/repository.ts'
import type { Db } from '../tables.ts'
import { bankDatabase } from '../testing/bank-database.ts'
import { questionRow } from '../testing/question-body.ts'
import { contentHash } from '../text.ts'
import { countWordChanges, indexOutdated } from './repository.ts'

let db: Db

beforeEach(async () => {
  db = (await bankDatabase('questions_vocabulary')).db
})

async function store(...titles: string[]) {
  const rows = titles.map((title) => questionRow({ title, content: '.', tags: [] }))
  const read = await readBulkRows(rows)
  await db
    .transaction()
    .execute((trx) =>
      importQuestions(trx, { read, format: 'json', source: '', actor: 'test', onDuplicate: 'add' }),
    )
}
const count = (limit = 1_000) => db.transaction().execute((trx) => countWordChanges(trx, limit))

async function uses(...words: string[]) {
  const { rows } = await sql<{ word: string; uses: number }>`
    select word, uses from search_word where word = any(${words}::text[]) order by word`.execute(db)
  return Object.fromEntries(rows.map((row) => [row.word, row.uses]))
}

describe('the word list', () => {
  test('counts the open questions that contain each word, and follows every change', async () => {
    await store('apple banana', 'apple cherry apple')
    await count()
    expect(await uses('apple', 'banana', 'cherry')).toEqual({ apple: 2, banana: 1, cherry: 1 })

    await sql`update question set is_active = false where title like '%cherry%'`.execute(db)
    await sql`update question set points = 7`.execute(db)
    await count()
    expect(await uses('apple', 'banana', 'cherry')).toEqual({ apple: 1, banana: 1 })

    await sql`update question set is_active = true`.execute(db)
    await sql`update question set deleted_at = now() where title like '%banana%'`.execute(db)
    await count()
    expect(await uses('apple', 'banana', 'cherry')).toEqual({ apple: 1, cherry: 1 })
  })

  test('is updated in parts', async () => {
    await store('one', 'two', 'three')
    expect(await count(2)).toBe(true)
    expect(await count(2)).toBe(false)
    expect(Object.keys(await uses('one', 'two', 'three'))).toHaveLength(3)
  })

  test('isn’t locked: two transactions can change the same words concurrently', async () => {
    const first = await db.startTransaction().execute()
    const change = (title: string) => sql`update question set search_words = 'fig:1A' where title = ${title}`
    try {
      await store('a', 'b')
      await change('a').execute(first)
      await change('b').execute(db)
    } finally {
      await first.commit().execute()
    }
    await count()
    expect(await uses('fig')).toEqual({ fig: 2 })
  })

  test('is updated by one process at a time; others skip it', async () => {
    await store('grape')
    const first = await db.startTransaction().execute()
    await countWordChanges(first, 10)
    expect(await count()).toBe(false)
    await first.commit().execute()
    expect(await uses('grape')).toEqual({ grape: 1 })
  })
})

test('reindexes questions that older code has indexed', async () => {
  await store('mango', 'papaya')
  await sql`update question set search_words = '', search_version = 0`.execute(db)
  await indexOutdated(db)
  const { rows } = await sql<{ title: string }>`
    select title from question where search_words @@ 'mango'::tsquery`.execute(db)
  expect(rows).toEqual([{ title: 'mango' }])
})

test('finds what older code stored by another fold: a word with an invisible character, and its duplicate', async () => {
  await store('A clo\u200bsure', 'Hoi\u00adsting')
  // As version 3 indexed and hashed them.
  await sql`
    update question set search_words = '''clo'':1A ''sure'':1A ''hoi'':1A ''sting'':1A', content_hash = '\\x00',
      search_version = 3`.execute(db)
  await indexOutdated(db)
  const found = async (word: string) => {
    const { rows } = await sql<{ title: string }>`
      select title from question where search_words @@ ${word}::tsquery`.execute(db)
    return rows.map(({ title }) => title)
  }
  expect(await found('closure')).toEqual(['A clo\u200bsure'])
  expect(await found('hoisting')).toEqual(['Hoi\u00adsting'])
  const { options } = questionRow({})
  const same = contentHash({ title: 'a  closure', content: '.', options })
  expect(await findDuplicates(db, same)).toMatchObject([{ title: 'A clo\u200bsure' }])
})
