import { randomUUID } from 'node:crypto'
import type { Category, IssueList, LearningPath, Question } from '@rehearse/contracts'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Learner, newLearner, superAdmin, visitor } from '../support/client.ts'
import { newQuestion } from '../support/questions.ts'

interface Entry {
  id: string
  [field: string]: unknown
}
interface List {
  data: Entry[]
  count: number
  [extra: string]: unknown
}
interface Written {
  data: Entry
  message: string
  moved: number
  error: string
}

let learner: Learner
beforeAll(async () => {
  learner = await newLearner()
})

const named = () => `Named ${randomUUID()}`
const places = ['/api/categories', '/api/topics', '/api/sections', '/api/learning-paths'] as const
const fieldOf = {
  '/api/categories': 'category',
  '/api/topics': 'topic',
  '/api/sections': 'sectionId',
  '/api/learning-paths': 'learningPath',
} as const

const url = 'https://developer.mozilla.org/'
const code = { html: '<p></p>' }
/** A small entry of each kind that admins edit. */
const entries: Readonly<Record<string, object>> = {
  '/api/guided-learning/plans': { name: named() },
  '/api/challenges': {
    title: named(),
    description: 'Write a paragraph.',
    category: 'html',
    difficulty: 'easy',
    starterCode: code,
    testCases: [{ id: 'p', name: 'p', type: 'html', input: '1', expectedOutput: '1' }],
    solution: code,
    explanation: 'There is nothing to it.',
  },
  '/api/resources': { title: named(), description: 'd', url, category: 'css', type: 'article' },
  '/api/guides': {
    title: named(),
    description: 'd',
    difficulty: 'all-levels',
    estimatedTime: 25,
    color: { from: '#000000', to: '#ffffff' },
    icon: 'compass',
    sections: [{ title: 't', description: 'd', readingTime: 25 }],
  },
  '/api/question-bank': {
    title: named(),
    category: 'CSS',
    subcategory: 'Layout',
    difficulty: 'hard',
    description: 'd',
    url,
    estimatedTime: 20,
  },
  '/api/articles': { title: named(), summary: 's', body: 'b', category: 'CSS', readingTime: 2 },
  '/api/cheatsheets': {
    title: named(),
    description: 'd',
    category: 'CSS',
    language: 'css',
    groups: [{ title: 't', entries: [{ code: 'c', description: 'd' }] }],
  },
  '/api/jobs': {
    title: named(),
    company: 'Acme',
    location: 'Anywhere',
    description: 'd',
    url,
    postedOn: '2026-11-01',
  },
}

describe.each(places)('%s', (address) => {
  test('is read by everyone, and not sent again while it is the same', async () => {
    // Other tests add to these lists meanwhile: ask until nothing has changed between two calls.
    const again = async () => {
      const { body, headers, status } = await visitor<List>(address)
      expect({ status, count: body.count }).toEqual({ status: 200, count: body.data.length })
      const known = { 'if-none-match': headers.get('etag') ?? '' }
      return (await visitor(address, { headers: known })).status
    }
    await expect.poll(again).toBe(304)
    const { headers } = await visitor(address)
    const known = { 'if-none-match': headers.get('etag') ?? '' }
    await (await superAdmin())(address, { body: { name: named() } })
    expect((await visitor(address, { headers: known })).status).toBe(200)
  })

  test('an admin makes, renames and deletes an entry', async () => {
    const admin = await superAdmin()
    const made = await admin<Written>(address, { body: { name: named() } })
    expect(made.status).toBe(201)
    const { id } = made.body.data
    const name = named()
    const renamed = await admin<Written>(`${address}/${id}`, { method: 'PUT', body: { name } })
    expect(renamed).toMatchObject({ status: 200, body: { data: { id, name } } })
    expect((await admin(address, { body: { name } })).status).toBe(409)
    expect((await admin(`${address}/${id}`, { method: 'DELETE' })).status).toBe(200)
    expect((await admin(`${address}/${id}`, { method: 'DELETE' })).status).toBe(404)
  })

  test('what is in use is deleted only when it is said where its questions go', async () => {
    const admin = await superAdmin()
    const make = async () => (await admin<Written>(address, { body: { name: named() } })).body.data
    const [from, to] = [await make(), await make()]
    const question = await newQuestion({ [fieldOf[address]]: from.id })
    const refused = await admin<Written>(`${address}/${from.id}`, { method: 'DELETE' })
    expect(refused).toMatchObject({ status: 409, body: { code: 'in_use' } })
    expect(refused.body.error).toContain('1 question is filed under this')
    const moved = await admin<Written>(`${address}/${from.id}?reassignTo=${to.id}`, { method: 'DELETE' })
    expect(moved).toMatchObject({ status: 200, body: { moved: 1 } })
    const now = await admin<{ data: Question }>(`/api/questions/unified/${question.id}`)
    expect(now.body.data.version).toBe(2)
    expect([to.id, to.name]).toContain(now.body.data[fieldOf[address]])
  })

  test('visitors and learners write nothing', async () => {
    for (const [method, path] of [
      ['POST', address],
      ['PUT', `${address}/general`],
      ['DELETE', `${address}/general`],
    ] as const) {
      const body = { name: named() }
      expect((await visitor(path, { method, body })).status).toBe(401)
      expect((await learner.call(path, { method, body })).status).toBe(403)
    }
  })
})

describe.each(Object.entries(entries))('%s', (address, entry) => {
  test('an admin makes, changes and deletes an entry that everyone reads', async () => {
    const admin = await superAdmin()
    const made = await admin<Written>(address, { body: entry })
    expect(made).toMatchObject({ status: 201, body: { data: entry } })
    const { id } = made.body.data
    // Other tests add to these lists meanwhile: ask until nothing has changed between two calls.
    const again = async () => {
      const seen = await visitor<List>(address)
      expect(seen.body.data.map((one) => one.id)).toContain(id)
      const known = { 'if-none-match': seen.headers.get('etag') ?? '' }
      return (await visitor(address, { headers: known })).status
    }
    await expect.poll(again).toBe(304)

    const changed = await admin<Written>(`${address}/${id}`, { method: 'PUT', body: { order: 500 } })
    expect(changed).toMatchObject({ status: 200, body: { data: { ...entry, order: 500 } } })
    expect((await visitor<{ data: Entry }>(`${address}/${id}`)).body.data.order).toBe(500)
    expect((await admin(`${address}/${id}`, { method: 'DELETE' })).status).toBe(200)
    expect((await visitor(`${address}/${id}`)).status).toBe(404)
  })

  test('visitors and learners write nothing, and an admin nothing that is wrong', async () => {
    const admin = await superAdmin()
    const one = `${address}/some-entry`
    for (const [method, path] of [
      ['POST', address],
      ['PUT', one],
      ['DELETE', one],
    ] as const) {
      expect((await visitor(path, { method, body: entry })).status).toBe(401)
      expect((await learner.call(path, { method, body: entry })).status).toBe(403)
    }
    expect((await admin(address, { body: {} })).status).toBe(400)
    expect((await admin(one, { method: 'PUT', body: { order: 1 } })).status).toBe(404)
    expect((await admin(address, { body: 'not json' })).status).toBe(400)
  })
})

describe('what the product brings', () => {
  const list = async (address: string) => (await visitor<List>(address)).body

  test('seven sample plans, as plans and as data', async () => {
    const { data, plans } = await list('/api/guided-learning/plans')
    expect(plans).toEqual(data)
    const samples = data.filter(({ id }) => String(id).endsWith('-day'))
    expect(
      samples.map(({ duration, totalQuestions, isRecommended }) => [duration, totalQuestions, isRecommended]),
    ).toEqual([
      [1, 100, false],
      [2, 150, false],
      [3, 200, true],
      [4, 250, false],
      [5, 300, false],
      [6, 350, false],
      [7, 400, true],
    ])
  })

  test('challenges, with solutions for admins alone', async () => {
    const address = '/api/challenges/contact-form'
    const admin = await superAdmin()
    expect((await list('/api/challenges')).data.length).toBeGreaterThanOrEqual(5)
    for (const call of [visitor, learner.call]) {
      const { body } = await call<{ data: Entry }>(address)
      expect(body.data.testCases).not.toHaveLength(0)
      expect(body.data).not.toHaveProperty('solution')
      expect(body.data).not.toHaveProperty('explanation')
    }
    const full = await admin<{ data: Entry }>(address)
    expect(full.body.data).toHaveProperty('solution.html')
  })

  test('resources in 19 categories, filtered and searched', async () => {
    const { categories, data } = await list('/api/resources')
    expect(categories).toHaveLength(19)
    expect(data.length).toBeGreaterThanOrEqual(36)
    const found = await list('/api/resources?category=react&type=article&searchTerm=EFFECT')
    expect(found.data.map(({ id }) => id)).toEqual(['react-effects'])
    expect(found.categories).toHaveLength(19)
  })

  test('the built-in list of 88 issues, where no repository is configured', async () => {
    const { status, body } = await visitor<IssueList>('/api/resources/issues')
    expect(status).toBe(200)
    expect(body).toMatchObject({ count: 88, stats: { total: 88, isMockData: true }, fetchedAt: null })
  })

  test('guides, question bank, articles, cheat sheets, badges, and no job', async () => {
    expect((await list('/api/guides')).data.length).toBeGreaterThanOrEqual(6)
    const bank = await list('/api/question-bank?difficulty=hard&tag=aria')
    expect(bank.data).toMatchObject([
      { id: 'combobox-with-suggestions', completionRate: null, companies: [] },
    ])
    expect(bank.tags).toContain('closures')
    expect((await list('/api/articles')).data.length).toBeGreaterThanOrEqual(6)
    expect((await list('/api/cheatsheets')).data.length).toBeGreaterThanOrEqual(6)
    const badges = await list('/api/badges')
    expect(badges.data.length).toBeGreaterThanOrEqual(30)
    const points = { common: 10, rare: 25, epic: 50, legendary: 100 }
    for (const { points: given, rarity } of badges.data) {
      expect(given).toBe(points[rarity as keyof typeof points])
    }
    expect((await list('/api/jobs')).count).toBe(0)
  })

  test('the feature catalogue for admins, and what is planned for everyone', async () => {
    const admin = await superAdmin()
    const { body } = await admin<List & { summary: Record<string, number> }>('/api/features')
    const { completed = 0, inProgress = 0, pending = 0, total = 0, completionRate } = body.summary
    expect(completed + inProgress + pending).toBe(total)
    expect(total).toBe(body.count)
    expect(completionRate).toBe(Math.round((completed / total) * 100))
    expect((await visitor('/api/features')).status).toBe(401)
    expect((await learner.call('/api/features')).status).toBe(403)
    const planned = await list('/api/features/planned')
    expect(planned.count).toBe(22)
    expect(planned.data.every(({ status }) => status === 'pending')).toBe(true)
  })

  test('categories and paths with their questions', async () => {
    const categories = (await visitor<{ data: Category[] }>('/api/categories')).body.data
    expect(categories.find(({ name }) => name === 'JavaScript')?.questionCount).toBeGreaterThan(0)
    const paths = (await visitor<{ data: LearningPath[] }>('/api/learning-paths')).body.data
    expect(paths.filter(({ order }) => order > 0).length).toBeGreaterThanOrEqual(20)
  })
})
