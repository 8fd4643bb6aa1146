import type { Pagination, PublicQuestion, SearchCorrection, SearchMatch } from '@rehearse/contracts'
import { testDatabase } from '@rehearse/testing/test-database'
import { testNats } from '@rehearse/testing/test-nats'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { questionRow, secret, secretFeedback } from '../testing/question-body.ts'
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
  const [database, nats] = await Promise.all([testDatabase('questions_search'), testNats()])
  service = await startQuestionsService(database, nats.url)
  const questions = Object.entries(bank).map(([title, changes]) =>
    questionRow({ title, content: 'Explain it.', tags: [], ...changes }),
  )
  const explained = { ...questionRow({ title: 'With a secret' }), explanation: `Since ${secret} is so` }
  await service.call(`POST ${unified}`, {
    as: 'admin',
    body: { isBulkImport: true, questions: [...questions, explained] },
  })
  // The list of words follows within a second or two.
  await vi.waitFor(async () => expect((await search('clsoure')).corrections).toHaveLength(1), 10_000)
})
afterAll(() => service.close())

async function search(text: string, filters = '', as: Caller = 'nobody'): Promise<Found> {
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

  test('ranks what stands in the title above what stands in the text', async () => {
    expect(titles(await search('closure'))).toEqual([
      'Why do closures keep variables?',
      'Name the variables of a scope',
    ])
  })

  test('marks what it found and says what it took a word for', async () => {
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

  test('goes with filters, and comes in pages', async () => {
    expect(titles(await search('html', '&category=Markup'))).toEqual(['What is HTML?'])
    expect(titles(await search('html', '&category=General'))).toEqual([])
    expect(titles(await search('box', '&difficulty=advanced&type=single'))).toHaveLength(1)
    const pages = await Promise.all([1, 2, 3].map((page) => search('variables', `&pageSize=1&page=${page}`)))
    expect(new Set(pages.flatMap(titles)).size).toBe(2)
    expect(pages.map(({ pagination }) => pagination.totalCount)).toEqual([2, 2, 2])
    expect(pages[2]?.data).toEqual([])
  })

  test.each(['nobody', 'learner', 'admin'] as const)('finds no explanation and no key for %s', async (as) => {
    for (const text of [secret, 'secret of the explanation', secretFeedback, 'isCorrect', 'true']) {
      expect(JSON.stringify((await search(text, '', as)).data)).not.toContain('the-secret')
    }
    if (as !== 'admin') {
      const { data } = await search('console')
      expect(JSON.stringify(data)).not.toMatch(/isCorrect|correctAnswers|"explanation"|the-secret/)
    }
  })

  test('shows hidden questions to admins alone, and tells none of their words', async () => {
    expect(titles(await search('zeppelin'))).toEqual([])
    expect((await search('zepelin')).corrections).toEqual([])
    expect(titles(await search('zeppelin', '', 'admin'))).toEqual(['Something with a hidden zeppelin'])
  })

  test('asks visitors who want answers to sign in', async () => {
    const wanted = `GET ${unified}/search?search=html&include=answers`
    expect((await service.call(wanted)).status).toBe(401)
    const { body } = await service.call<Found>(wanted, { as: 'learner' })
    expect(body.data[0]).toMatchObject({ correctAnswers: ['b'] })
  })

  test('finds a new question at once, before its words are counted', async () => {
    const question = questionRow({ title: 'About quixotic::things' })
    await service.call(`POST ${unified}`, {
      as: 'admin',
      body: { isBulkImport: true, questions: [question] },
    })
    expect(titles(await search('quixotic'))).toEqual(['About quixotic::things'])
  })
})

describe('where more match than are ranked', () => {
  beforeAll(async () => {
    const questions = Array.from({ length: 600 }, (_, index) =>
      questionRow({
        title: index === 599 ? 'The zebra itself' : `Animal ${index}`,
        content: `One zebra of ${index}`,
      }),
    )
    await service.call(`POST ${unified}`, { as: 'admin', body: { isBulkImport: true, questions } })
  })

  test('says so, and still puts titles first', async () => {
    const found = await search('zebra')
    expect(found).toMatchObject({ complete: false, pagination: { totalCount: 500 } })
    expect(titles(found)[0]).toBe('The zebra itself')
    expect((await search('zebra', '&page=50')).data).toHaveLength(10)
    expect((await search('zebra', '&page=51')).data).toEqual([])
  })

  test('a filter is applied before the best are chosen', async () => {
    const body = { isBulkImport: true, questions: [questionRow({ title: 'A zebra too', category: 'Zoo' })] }
    await service.call(`POST ${unified}`, { as: 'admin', body })
    expect(await search('zebra', '&category=Zoo')).toMatchObject({
      complete: true,
      pagination: { totalCount: 1 },
    })
  })

  test('the list with a search counts them all', async () => {
    const { body } = await service.call<Found>(`GET ${unified}?search=zebra&page=60`)
    expect(body).toMatchObject({ pagination: { totalCount: 601 } })
    expect(body.data).toHaveLength(10)
  })
})
