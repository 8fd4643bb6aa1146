import type { Pagination, PublicQuestion, SearchCorrection, SearchMatch } from '@rehearse/contracts'
import { testNats } from '@rehearse/testing/test-nats'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { questionRow, secret, secretFeedback } from '../testing/question-body.ts'
import { questionsDatabase } from '../testing/questions-database.ts'
import { type Caller, type QuestionsService, startQuestionsService } from '../testing/questions-service.ts'

interface Found {
  data: (PublicQuestion & { match: SearchMatch })[]
  pagination: Pagination
  complete: boolean
  corrections: SearchCorrection[]
}

const unified = '/api/questions/unified'
const bank: Readonly<Record<string, object>> = {
  'What does `useEffect` clean up?': {},
  'Centre a box with flexbox': { difficulty: 'hard' },
  'Is == the same as ===?': {},
  'Which array does Array.map change?': {},
  'Is C++ compiled?': {},
  'What does async/await wait for?': {},
  'What does promise.then(x => y) reply?': {},
  'Which elements does :has select?': {},
  'When does a <dialog> close?': {},
  'Why do closures keep variables?': {},
  'Name the variables of a scope': { content: 'A closure keeps what it closes over.' },
  'What is HTML?': { category: 'Markup' },
  'Something with a hidden zeppelin': { approved: false },
}
let service: QuestionsService

beforeAll(async () => {
  const [database, nats] = await Promise.all([questionsDatabase('questions_search'), testNats()])
  service = await startQuestionsService(database, nats.url)
  const questions = Object.entries(bank).map(([title, changes]) =>
    questionRow({ title, content: 'Explain it.', tags: [], ...changes }),
  )
  const explained = { ...questionRow({ title: 'With a secret' }), explanation: `Since ${secret} is so` }
  await service.call(`POST ${unified}`, {
    as: 'admin',
    body: { isBulkImport: true, questions: [...questions, explained] },
  })
  // The word list is updated within a second or two.
  await vi.waitFor(async () => expect((await search('clsoure')).corrections).toHaveLength(1))
})
afterAll(() => service.close())

async function search(text: string, filters = '', as: Caller = 'visitor'): Promise<Found> {
  const reply = await service.call<Found>(
    `GET ${unified}/search?search=${encodeURIComponent(text)}${filters}`,
    {
      as,
    },
  )
  expect(reply.status).toBe(200)
  return reply.body
}
const titles = ({ data }: Found) => data.map(({ title }) => title)

describe('search', () => {
  test.each([
    ['useEffect', 'What does `useEffect` clean up?'],
    ['useefect', 'What does `useEffect` clean up?'],
    ['useEff', 'What does `useEffect` clean up?'],
    ['flexbox cent', 'Centre a box with flexbox'],
    ['felxbox cent', 'Centre a box with flexbox'],
    ['===', 'Is == the same as ===?'],
    ['Array.map', 'Which array does Array.map change?'],
    ['Array.ma', 'Which array does Array.map change?'],
    ['C++', 'Is C++ compiled?'],
    ['async/await', 'What does async/await wait for?'],
    ['.then(', 'What does promise.then(x => y) reply?'],
    ['=>', 'What does promise.then(x => y) reply?'],
    [':has', 'Which elements does :has select?'],
    ['<dialog>', 'When does a <dialog> close?'],
    ['htlm', 'What is HTML?'],
    ['keep closure', 'Why do closures keep variables?'],
    ['what is a closure', 'Why do closures keep variables?'],
  ])('%s finds %s first', async (text, title) => {
    expect(titles(await search(text))[0]).toBe(title)
  })

  test.each(['xylophone', '?!', 'closures xylophone', '!==', "'\\:*&|!()"])(
    '%s finds nothing',
    async (text) => {
      expect(await search(text)).toMatchObject({ data: [], pagination: { totalCount: 0 }, complete: true })
    },
  )

  test('ranks matches in the title above matches in the text', async () => {
    expect(titles(await search('closure'))).toEqual([
      'Why do closures keep variables?',
      'Name the variables of a scope',
    ])
  })

  test('marks matches and reports corrections', async () => {
    const found = await search('clsoure over')
    expect(found.data[0]?.match.excerpt).toEqual({
      field: 'content',
      text: [
        { text: 'A ', marked: false },
        { text: 'closure', marked: true },
        { text: ' keeps what it closes ', marked: false },
        { text: 'over', marked: true },
        { text: '.', marked: false },
      ],
    })
    expect(found.corrections).toEqual([{ typed: 'clsoure', tried: ['closure'] }])
  })

  test('combines with filters and pagination', async () => {
    expect(titles(await search('html', '&category=Markup'))).toEqual(['What is HTML?'])
    expect(titles(await search('html', '&category=General'))).toEqual([])
    expect(titles(await search('box', '&difficulty=advanced&type=single'))).toHaveLength(1)
    const pages = await Promise.all([1, 2, 3].map((page) => search('variables', `&pageSize=1&page=${page}`)))
    expect(new Set(pages.flatMap(titles)).size).toBe(2)
    expect(pages.map(({ pagination }) => pagination.totalCount)).toEqual([2, 2, 2])
    expect(pages[2]?.data).toEqual([])
  })

  test.each(['visitor', 'learner', 'admin'] as const)(
    'searches neither explanations nor keys for: %s',
    async (as) => {
      for (const text of [secret, 'secret of the explanation', secretFeedback, 'isCorrect', 'true']) {
        expect(JSON.stringify((await search(text, '', as)).data)).not.toContain('the-secret')
      }
      if (as !== 'admin') {
        const { data } = await search('console')
        expect(JSON.stringify(data)).not.toMatch(/isCorrect|correctAnswers|"explanation"|the-secret/)
      }
    },
  )

  test('shows hidden questions to admins only, and suggests none of their words', async () => {
    expect(titles(await search('zeppelin'))).toEqual([])
    expect((await search('zepelin')).corrections).toEqual([])
    expect(titles(await search('zeppelin', '', 'admin'))).toEqual(['Something with a hidden zeppelin'])
  })

  test('returns 401 to visitors who request answers', async () => {
    const wanted = `GET ${unified}/search?search=html&include=answers`
    expect((await service.call(wanted)).status).toBe(401)
    const { body } = await service.call<Found>(wanted, { as: 'learner' })
    expect(body.data[0]).toMatchObject({ correctAnswers: ['b'] })
  })

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
  ])('rejects %s', async (_name, query) => {
    expect(await service.call(`GET ${unified}/search${query}`)).toMatchObject({
      status: 400,
      body: { success: false, code: expect.any(String), details: expect.any(Array) },
    })
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
  ])('accepts %s', async (text) => {
    expect((await search(text)).pagination.page).toBe(1)
  })

  test('finds a new question immediately, before its words are counted', async () => {
    const question = questionRow({ title: 'About quixotic::things' })
    await service.call(`POST ${unified}`, {
      as: 'admin',
      body: { isBulkImport: true, questions: [question] },
    })
    expect(titles(await search('quixotic'))).toEqual(['About quixotic::things'])
  })
})

describe('with more matches than are ranked', () => {
  beforeAll(async () => {
    const questions = Array.from({ length: 2_600 }, (_, index) =>
      questionRow({
        title: index === 7 ? 'The zebra itself' : `Animal ${index}`,
        content: `One zebra of ${index}`,
        tags: index === 99 ? ['zebra'] : [],
        category: index % 2 === 0 ? 'Even' : 'Odd',
      }),
    )
    await service.call(`POST ${unified}`, { as: 'admin', body: { isBulkImport: true, questions } })
    await vi.waitFor(async () => expect((await search('zebar')).corrections).toHaveLength(1))
  })

  test('reports that, and still puts titles first, then tags', async () => {
    const found = await search('zebra')
    expect(found).toMatchObject({ complete: false, pagination: { totalCount: 1_000 } })
    expect(titles(found).slice(0, 2)).toEqual(['The zebra itself', 'Animal 99'])
  })

  test('puts each hit on one page, and none after the last page', async () => {
    const found = new Set<string>()
    for (let page = 1; page <= 10; page += 1) {
      for (const title of titles(await search('zebra', `&pageSize=100&page=${page}`))) found.add(title)
    }
    expect(found.size).toBe(1_000)
    expect((await search('zebra', '&pageSize=100&page=11')).data).toEqual([])
  })

  test('finds rare words among them, however old the question', async () => {
    expect(await search('zebra 12')).toMatchObject({ complete: true })
    expect(titles(await search('"zebra of 12"'))).toContain('Animal 12')
    expect(titles(await search('zebra itself'))).toEqual(['The zebra itself'])
  })

  test('applies a filter before ranking', async () => {
    const body = { isBulkImport: true, questions: [questionRow({ title: 'A zebra too', category: 'Zoo' })] }
    await service.call(`POST ${unified}`, { as: 'admin', body })
    expect(await search('zebra', '&category=Zoo')).toMatchObject({
      complete: true,
      pagination: { totalCount: 1 },
    })
    const even = await search('zebra', '&category=Even&pageSize=100')
    expect(even.data).toHaveLength(100)
    expect(even.data.every(({ category }) => category === 'Even')).toBe(true)
  })

  test('counts all matches in the list of questions', async () => {
    const { body } = await service.call<Found>(`GET ${unified}?search=zebra&page=60`)
    expect(body).toMatchObject({ pagination: { totalCount: 2_601 } })
    expect(body.data).toHaveLength(10)
  })
})

describe('filters', () => {
  const cases: readonly [filter: string, found: number][] = [
    ['', 4],
    ['&category=Birds', 2],
    ['&topic=Flight', 1],
    ['&learningPath=Wings', 1],
    ['&sectionId=Nests', 1],
    ['&subcategory=Small', 1],
    ['&difficulty=hard', 1],
    ['&type=true-false', 1],
    ['&type=multiple', 1],
    ['&type=single', 2],
    ['&tags=feather', 2],
    ['&tags=feather,egg', 1],
    ['&tags=feather&tags=egg', 1],
    ['&tags=Feather', 0],
    ['&category=Birds&tags=feather&difficulty=hard', 1],
    ['&category=Birds&type=true-false', 0],
    ['&category=Nowhere', 0],
  ]
  const forAdmins: readonly [filter: string, found: number][] = [
    ['', 6],
    ['&isActive=true', 5],
    ['&isActive=false', 1],
    ['&approved=true', 5],
    ['&approved=false', 1],
    ['&approved=false&isActive=false', 0],
  ]

  beforeAll(async () => {
    const several = [
      { id: 'a', text: 'One', isCorrect: true },
      { id: 'b', text: 'Two', isCorrect: true },
    ]
    const truth = several.map((option, index) => ({
      ...option,
      text: ['True', 'False'][index],
      isCorrect: index === 0,
    }))
    const changes = [
      { category: 'Birds', difficulty: 'hard', tags: ['feather', 'egg'], learningPath: 'Wings' },
      { category: 'Birds', tags: ['feather'], topic: 'Flight', subcategory: 'Small' },
      { category: 'Fish', options: truth, type: 'true-false', sectionId: 'Nests', tags: [] },
      { category: 'Fish', options: several, type: 'multiple', tags: [] },
      { category: 'Fish', isActive: false, tags: [] },
      { category: 'Fish', approved: false, tags: [] },
    ]
    const questions = changes.map((change, index) =>
      questionRow({ title: `A heron, number ${index}`, difficulty: 'easy', ...change }),
    )
    const reply = await service.call<{ data: { success: number } }>(`POST ${unified}`, {
      as: 'admin',
      body: { isBulkImport: true, questions },
    })
    expect(reply.body.data.success).toBe(6)
  })

  test.each(cases)('%s', async (filter, found) => {
    expect((await search('heron', filter)).pagination.totalCount).toBe(found)
    const { body } = await service.call<Found>(`GET ${unified}?search=heron${filter}`)
    expect(body.pagination.totalCount).toBe(found)
  })

  test.each(forAdmins)('%s, for admins', async (filter, found) => {
    expect((await search('heron', filter, 'admin')).pagination.totalCount).toBe(found)
    if (!filter.includes('false')) expect((await search('heron', filter)).pagination.totalCount).toBe(4)
    else expect((await search('heron', filter)).pagination.totalCount).toBe(0)
  })

  test('finds a question under its new taxonomy node immediately', async () => {
    const { data } = await search('heron', '&tags=egg')
    const path = `/api/questions/unified/${data[0]?.id}`
    await service.call(`PUT ${path}`, { as: 'admin', body: { category: 'Fish', tags: ['beak'] } })
    expect((await search('heron', '&tags=beak&category=Fish')).pagination.totalCount).toBe(1)
    expect((await search('heron', '&tags=egg')).pagination.totalCount).toBe(0)
    await service.call(`DELETE ${path}`, { as: 'admin' })
    expect((await search('heron', '&tags=beak')).pagination.totalCount).toBe(0)
    await service.call(`POST ${path}/restore`, { as: 'admin' })
    expect((await search('heron', '&tags=beak')).pagination.totalCount).toBe(1)
  })

  test.each(['stem', 'head', 'title', 'band', 'category', 'birds', 'inactive', 'selection', 'easy'])(
    'index entries that aren’t text can’t be searched for: %s',
    async (text) => {
      expect(titles(await search(text)).filter((title) => title.includes('heron'))).toEqual([])
    },
  )
})
