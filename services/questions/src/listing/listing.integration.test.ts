import { randomUUID } from 'node:crypto'
import { type Pagination, type Question, SAVED_FILTERS_MAX, type SavedFilter } from '@rehearse/contracts'
import { testNats } from '@rehearse/testing/test-nats'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { questionRow } from '../testing/question-body.ts'
import { questionsDatabase } from '../testing/questions-database.ts'
import { type QuestionsService, refused, startQuestionsService } from '../testing/questions-service.ts'

interface List {
  data: Question[]
  pagination: Pagination
}

let service: QuestionsService

beforeAll(async () => {
  const [database, nats] = await Promise.all([questionsDatabase('questions_listing'), testNats()])
  service = await startQuestionsService(database, nats.url)
  const rows = Array.from({ length: 60 }, (_, index) =>
    questionRow({
      title: `Question ${String(index).padStart(2, '0')}`,
      content: index === 7 ? 'What do closures keep, with Array.map in C++?' : `Content ${randomUUID()}`,
      category: index % 2 === 0 ? 'Even' : 'Odd',
      topic: `Topic ${index % 3}`,
      learningPath: index < 10 ? 'First Path' : 'Second Path',
      subcategory: index < 5 ? 'Few' : 'Many',
      difficulty: (['easy', 'medium', 'hard'] as const)[index % 3],
      tags: index % 2 === 0 ? ['dom', 'es6'] : ['dom'],
      approved: index !== 59,
      isActive: index !== 58,
    }),
  )
  await service.call('POST /api/questions/unified', {
    as: 'admin',
    body: { isBulkImport: true, questions: rows },
  })
})
afterAll(() => service.close())

const list = async (query: string, as: 'visitor' | 'admin' = 'visitor') =>
  (await service.call<List>(`GET /api/questions/unified?${query}`, { as })).body
const numbers = ({ data }: List) => data.map(({ title }) => Number(title.slice(-2)))

test('shows admins hidden questions last, or first', async () => {
  const ordered = async (direction: string) =>
    numbers(await list(`orderBy=status&orderDirection=${direction}&pageSize=60`, 'admin'))
  expect((await ordered('asc')).slice(-3)).toEqual([0, 59, 58])
  expect((await ordered('desc')).slice(0, 3)).toEqual([58, 59, 57])
})

test('keeps questions of the same editorial status together', async () => {
  const topic = (await list('pageSize=1')).data[0]?.topic
  const statuses = ['draft', 'archived', 'in-review', 'draft', 'approved', 'scheduled', 'in-review'] as const
  for (const status of statuses) {
    const publishAt = status === 'scheduled' ? { publishAt: '2999-01-01T00:00:00Z' } : {}
    await service.call('POST /api/questions/unified', {
      as: 'admin',
      body: {
        ...questionRow({ title: `As ${status}`, category: 'Even' }),
        explanation: 'x',
        topic,
        status,
        ...publishAt,
        tags: ['sorted'],
      },
    })
  }
  const ordered = async (query: string) =>
    (await list(`orderBy=status&tags=sorted&${query}`, 'admin')).data.map(({ status }) => status)
  const expected = ['approved', 'scheduled', 'in-review', 'in-review', 'draft', 'draft', 'archived']
  expect(await ordered('')).toEqual(expected)
  expect(await ordered('orderDirection=desc')).toEqual(expected.toReversed())
  const pages = await Promise.all([1, 2, 3].map((page) => ordered(`pageSize=3&page=${page}`)))
  expect(pages.flat()).toEqual(expected)
  expect(await ordered('status=draft')).toEqual(['draft', 'draft'])
  expect(await ordered('approved=false')).toEqual(expected.slice(1))
  for (const { id } of (await list('tags=sorted', 'admin')).data) {
    await service.call(`DELETE /api/questions/unified/${id}`, { as: 'admin' })
  }
})

describe('pagination', () => {
  test('returns 10 questions per page, newest first, by default', async () => {
    const first = await list('')
    expect(numbers(first)).toEqual([57, 56, 55, 54, 53, 52, 51, 50, 49, 48])
    expect(first.pagination).toEqual({
      page: 1,
      pageSize: 10,
      totalCount: 58,
      totalPages: 6,
      hasNext: true,
      hasPrev: false,
    })
  })

  test('puts every question on exactly one page', async () => {
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => list(`page=${page}&pageSize=20&orderBy=updatedAt`)),
    )
    expect(pages.flatMap(numbers).sort((a, b) => a - b)).toEqual(Array.from({ length: 58 }, (_, i) => i))
    expect(pages[3]?.data).toEqual([])
  })

  test('omits counts that weren’t requested', async () => {
    const page = await list('includePagination=false&pageSize=3')
    expect(page.data).toHaveLength(3)
    expect(page).not.toHaveProperty('pagination')
  })

  test.each([
    ['orderBy=title', [0, 1]],
    ['orderBy=title&orderDirection=desc', [57, 56]],
    ['orderBy=order', [0, 1]],
    ['orderBy=createdAt&orderDirection=asc', [0, 1]],
    ['orderBy=usageCount', [57, 56]],
    ['orderBy=category', [56, 54]],
    ['orderBy=category&orderDirection=desc', [57, 55]],
    ['orderBy=learningPath&orderDirection=asc', [9, 8]],
    ['orderBy=difficulty', [57, 54]],
    ['orderBy=difficulty&orderDirection=desc', [56, 53]],
    // The filter leaves only one value of the order.
    ['orderBy=difficulty&difficulty=medium', [55, 52]],
    ['orderBy=category&search=closures', [7]],
    ['orderBy=learningPath&search=content&subcategory=Few', [4, 3]],
  ])('%s', async (query, expected) => {
    expect(numbers(await list(`${query}&pageSize=2`))).toEqual(expected)
  })
})

describe('filters', () => {
  test.each([
    ['category=Even', 29],
    ['category=even', 29],
    ['topic=topic%202', 19],
    ['learningPath=first-path', 10],
    ['learningPath=First Path', 10],
    ['subcategory=Few', 5],
    ['difficulty=hard', 19],
    ['difficulty=advanced', 19],
    ['type=single', 58],
    ['type=multiple', 0],
    ['type=multiple-choice', 58],
    ['tags=es6', 29],
    ['tags=es6,dom', 29],
    ['tags=es6,none', 0],
    ['category=Nowhere', 0],
    ['category=Even&difficulty=easy&learningPath=first-path', 2],
  ])('%s', async (query, expected) => {
    expect((await list(query)).pagination.totalCount).toBe(expected)
  })

  test('select hidden questions for admins', async () => {
    expect((await list('', 'admin')).pagination.totalCount).toBe(60)
    expect(numbers(await list('isActive=false', 'admin'))).toEqual([58])
    expect(numbers(await list('approved=false', 'admin'))).toEqual([59])
  })
})

describe('search', () => {
  test.each([
    'closures',
    'closure',
    'CLOS',
    'keep closure',
    'array.map',
    'map',
    'C++ clos',
    'this? closures',
  ])('%s finds it', async (search) => {
    expect(numbers(await list(`search=${encodeURIComponent(search)}`))).toEqual([7])
  })

  test.each(['closures xylophone', 'osure', '==='])('%s finds nothing', async (search) => {
    expect(numbers(await list(`search=${encodeURIComponent(search)}`))).toEqual([])
  })

  test('combines with filters', async () => {
    expect(numbers(await list('search=closures&category=Even'))).toEqual([])
    expect(numbers(await list('search=closures&category=Odd'))).toEqual([7])
  })
})

describe('random selection', () => {
  test('returns the requested number of different, open, matching questions', async () => {
    const drawn = await list('random=true&count=20&category=Even')
    expect(new Set(numbers(drawn)).size).toBe(20)
    expect(numbers(drawn).every((number) => number % 2 === 0 && number !== 58)).toBe(true)
    expect(drawn.pagination.totalCount).toBe(29)
  })

  test('returns all matches if there are fewer', async () => {
    const drawn = await list('random=true&count=50&learningPath=first-path')
    expect(numbers(drawn).sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  test('is the same for the same seed, and different for another', async () => {
    const [first, again, other] = await Promise.all(
      ['a', 'a', 'b'].map((seed) => list(`random=true&count=15&seed=${seed}`)),
    )
    expect(numbers(again as List)).toEqual(numbers(first as List))
    expect(numbers(other as List)).not.toEqual(numbers(first as List))
  })
})

describe('saved filters', () => {
  const filters = '/api/questions/unified/filters'
  const save = (name: string, parameters: object) =>
    service.call<{ data: SavedFilter }>(`POST ${filters}`, { as: 'admin', body: { name, parameters } })
  const saved = async (as: 'admin' | 'super_admin' = 'admin') =>
    (await service.call<{ data: SavedFilter[] }>(`GET ${filters}`, { as })).body.data

  test('are each admin’s own, and one with the same name is replaced', async () => {
    const { body } = await save('Hard, unapproved', { difficulty: 'hard', status: 'unapproved' })
    await save('CSS', { category: 'css' })
    expect((await save('CSS', { category: 'css', sort: '-points' })).status).toBe(200)
    expect(await saved()).toMatchObject([
      { name: 'CSS', parameters: { category: 'css', sort: '-points' } },
      { id: body.data.id, name: 'Hard, unapproved' },
    ])
    expect(await saved('super_admin')).toEqual([])
    const remove = (as: 'admin' | 'super_admin') => service.call(`DELETE ${filters}/${body.data.id}`, { as })
    expect((await remove('super_admin')).status).toBe(404)
    expect((await remove('admin')).status).toBe(200)
    expect(await saved()).toMatchObject([{ name: 'CSS' }])
  })

  test('are limited in number', async () => {
    for (let n = 1; n < SAVED_FILTERS_MAX; n += 1) await save(`Filter ${n}`, {})
    expect(await save('One more', {})).toMatchObject(refused(409, 'too_many_filters'))
    expect((await save('CSS', {})).status).toBe(200)
    const parameters = Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`f${n}`, 'x']))
    expect((await save('CSS', parameters)).status).toBe(400)
  })
})
