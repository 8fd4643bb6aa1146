import type { Pagination, PublicQuestion, SearchCorrection, SearchMatch } from '@rehearse/contracts'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { newLearner, superAdmin, visitor } from '../support/client.ts'

interface Found {
  data: (PublicQuestion & { match: SearchMatch })[]
  pagination: Pagination
  complete: boolean
  corrections: SearchCorrection[]
}

const path = '/api/questions/unified/search'
/** A unique word, since other tests fill the same bank; no letter twice, so that any two can be swapped. */
const letters = (length: number) =>
  [...'bcdfghjklmnpqrstvwxz']
    .map((letter) => ({ letter, at: Math.random() }))
    .sort((one, other) => one.at - other.at)
    .slice(0, length)
    .map(({ letter }) => letter)
    .join('')
const mark = `${letters(7)}aeiou`
const hiddenWord = letters(14)
const tag = letters(10)
const category = `Search ${mark}`
const ids = new Map<string, string>()

const bank = {
  effect: { title: `Why does use${mark} run twice?`, difficulty: 'easy' },
  box: { title: `${mark}box: how to centre a child`, difficulty: 'hard', learningPath: `Path ${mark}` },
  equal: { title: `Is ${mark} === itself?`, tags: [tag, 'equality'] },
  map: { title: `What does ${mark}.map( reply?`, tags: [tag] },
  plus: { title: `${mark}++ or ++${mark}: who wins?` },
  slash: { title: `async/${mark}: what waits?` },
  text: { title: 'Something else', content: `Only the text says ${mark}, and "<b>quotes & marks</b>".` },
  draft: { title: `${mark} is not approved`, content: hiddenWord, approved: false },
  resting: { title: `${mark} is not active`, content: hiddenWord, isActive: false },
}

beforeAll(async () => {
  const asAdmin = await superAdmin()
  const questions = Object.values(bank).map((changes) => ({
    content: 'Explain.',
    difficulty: 'medium',
    options: [{ text: 'Yes', isCorrect: true }, { text: 'No' }],
    category,
    ...changes,
  }))
  const body = { isBulkImport: true, questions }
  const reply = await asAdmin<{ data: { success: number; results: { id: string; title: string }[] } }>(
    '/api/questions/unified',
    { body },
  )
  expect(reply.body.data.success).toBe(questions.length)
  for (const { id, title } of reply.body.data.results) ids.set(title, id)
  // The word list for corrections follows later. Each call asks for another page, which no cache has.
  let page = 1
  await vi.waitFor(async () => {
    page += 1
    expect((await find(`use${slipOf(mark)}`, `&page=${page}`)).corrections).toHaveLength(1)
  }, 50_000)
})

/** Swaps two letters. */
const slipOf = (word: string) => `${word.slice(0, 3)}${word[4]}${word[3]}${word.slice(5)}`

async function find(search: string, filters = '', call = visitor): Promise<Found> {
  const reply = await call<Found>(`${path}?search=${encodeURIComponent(search)}${filters}`)
  expect(reply.status).toBe(200)
  return reply.body
}
const titles = ({ data }: Found) => data.map(({ title }) => title)
const inCategory = `&category=${encodeURIComponent(category)}`

describe('a visitor finds', () => {
  test.each([
    ['a word', `use${mark}`, bank.effect],
    ['a word in capitals', `USE${mark.toUpperCase()}`, bank.effect],
    ['a word with a typo', `use${slipOf(mark)}`, bank.effect],
    ['the beginning of a word', `use${mark.slice(0, 5)}`, bank.effect],
    ['a word and the beginning of another', `${mark}box cent`, bank.box],
    ['===', `${mark} ===`, bank.equal],
    ['a method name', `${mark}.map`, bank.map],
    ['the start of a method name', `${mark}.ma`, bank.map],
    ['++', `${mark}++`, bank.plus],
    ['async/await', `async/${mark}`, bank.slash],
  ])('%s', async (_name, search, { title }) => {
    expect(titles(await find(search))[0]).toBe(title)
  })

  test('titles before texts, and all matches', async () => {
    const found = titles(await find(`${mark}`))
    expect(found.at(-1)).toBe(bank.text.title)
    expect(found).not.toContain(bank.draft.title)
  })

  test('nothing if nothing matches or the query is empty', async () => {
    for (const search of [letters(20), `${mark} ${letters(20)}`, '?!', "'\\:*&|!()"]) {
      expect(await find(search)).toMatchObject({
        data: [],
        pagination: { totalCount: 0, totalPages: 0, hasNext: false },
        complete: true,
      })
    }
  })

  test('and reports corrections of typos', async () => {
    expect((await find(`use${slipOf(mark)}`)).corrections).toEqual([
      { typed: `use${slipOf(mark)}`, tried: [`use${mark}`] },
    ])
    expect((await find(mark)).corrections).toEqual([])
  })
})

describe('highlighting', () => {
  test('marks matches in title and text, as parts that join to the original', async () => {
    const { data } = await find(`${mark} quotes`)
    expect(data).toHaveLength(1)
    const { excerpt } = data[0]?.match ?? { excerpt: { field: '', text: [] } }
    expect(excerpt.field).toBe('content')
    expect(excerpt.text.map(({ text }) => text).join('')).toBe(bank.text.content)
    expect(excerpt.text.filter(({ marked }) => marked).map(({ text }) => text)).toEqual([mark, 'quotes'])
  })

  test('marks corrected words too', async () => {
    const { data } = await find(`use${slipOf(mark)}`)
    expect(data[0]?.match.title.filter(({ marked }) => marked)).toEqual([
      { text: `use${mark}`, marked: true },
    ])
  })
})

describe('filters', () => {
  test.each([
    ['category', inCategory, 7],
    ['difficulty', `${inCategory}&difficulty=hard`, 1],
    ['path', `&learningPath=${encodeURIComponent(`Path ${mark}`)}`, 1],
    ['type', `${inCategory}&type=multiple-choice`, 7],
    ['another type', `${inCategory}&type=true-false`, 0],
    ['tags', `&tags=${tag}`, 2],
    ['several tags', `&tags=${tag},equality`, 1],
    ['several filters', `${inCategory}&tags=${tag}&difficulty=intermediate&isActive=true&approved=true`, 2],
    ['filters that exclude each other', `${inCategory}&tags=${tag}&difficulty=hard`, 0],
    ['an unknown category', '&category=No%20such%20category', 0],
  ])('%s', async (_name, filters, count) => {
    // The mark is a part of the other words too, as in `useX` and `Xbox`, so the category narrows the result.
    const some = await Promise.all([mark, `use${mark}`, `${mark}box`].map((search) => find(search, filters)))
    const all = new Set(some.flatMap((found) => found.data.map(({ id }) => id)))
    expect(all.size).toBe(count)
  })
})

test('each hit is on exactly one page', async () => {
  const whole = await find(mark, inCategory)
  const count = whole.pagination.totalCount
  expect(count).toBeGreaterThan(3)
  const pages = await Promise.all(
    Array.from({ length: count + 1 }, (_, index) => find(mark, `${inCategory}&pageSize=1&page=${index + 1}`)),
  )
  expect(pages.flatMap(titles)).toEqual(titles(whole))
  expect(pages[0]?.pagination).toEqual({
    page: 1,
    pageSize: 1,
    totalCount: count,
    totalPages: count,
    hasNext: true,
    hasPrev: false,
  })
  expect(pages.at(-1)?.data).toEqual([])
})

describe('a hidden question', () => {
  test('is found by admins only, whatever the filter', async () => {
    const learner = await newLearner()
    for (const call of [visitor, learner.call]) {
      for (const filter of ['', '&isActive=false', '&approved=false', inCategory]) {
        expect(await find(hiddenWord, filter, call)).toMatchObject({ data: [], corrections: [] })
      }
      // A correction doesn't reveal the word either.
      expect(await find(slipOf(hiddenWord), '', call)).toMatchObject({ data: [], corrections: [] })
    }
    const asAdmin = await superAdmin()
    expect((await find(hiddenWord, '', asAdmin)).pagination.totalCount).toBe(2)
    expect(titles(await find(hiddenWord, '&isActive=false', asAdmin))).toEqual([bank.resting.title])
    expect(titles(await find(hiddenWord, '&approved=false', asAdmin))).toEqual([bank.draft.title])
  })

  test('appears when it is approved, and disappears when it is deleted', async () => {
    const asAdmin = await superAdmin()
    const one = `/api/questions/unified/${ids.get(bank.draft.title)}`
    await asAdmin(one, { method: 'PUT', body: { approved: true, explanation: 'Now it is.' } })
    expect(titles(await find(hiddenWord))).toEqual([bank.draft.title])
    await asAdmin(one, { method: 'DELETE' })
    expect(titles(await find(hiddenWord))).toEqual([])
    expect(titles(await find(hiddenWord, '', asAdmin))).toEqual([bank.resting.title])
  })

  test('no response to a visitor contains keys', async () => {
    const { data } = await find(mark)
    expect(JSON.stringify(data)).not.toMatch(/isCorrect|correctAnswers|"explanation"/)
  })
})

describe('bad input', () => {
  test.each([
    ['no search', ''],
    ['an empty search', '?search='],
    ['a search that is too long', `?search=${'x'.repeat(201)}`],
    ['page 0', '?search=a&page=0'],
    ['half a page', '?search=a&page=1.5'],
    ['a page size that is too large', '?search=a&pageSize=101'],
    ['an unknown difficulty', '?search=a&difficulty=brutal'],
    ['an unknown type', '?search=a&type=riddle'],
    ['an invalid boolean', '?search=a&isActive=perhaps'],
  ])('%s is rejected', async (_name, query) => {
    const reply = await visitor(`${path}${query}`)
    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({ success: false, code: expect.any(String), details: expect.any(Array) })
  })

  test('a visitor who requests answers gets a 401', async () => {
    expect((await visitor(`${path}?search=a&include=answers`)).status).toBe(401)
    expect((await visitor(`${path}?search=a`, { headers: { authorization: 'Bearer no' } })).status).toBe(401)
  })

  test.each([
    '🙂',
    'ﬁ',
    'ไทย',
    '日本語',
    "Robert'); drop table question;--",
    '\\',
    '"',
    'a\u0301',
    '%00',
    '%',
    '_',
  ])('%s is a valid search', async (search) => {
    expect((await find(search)).pagination.page).toBe(1)
  })
})
