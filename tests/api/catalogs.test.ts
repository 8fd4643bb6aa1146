import { randomUUID } from 'node:crypto'
import type { Category, IssueList, LearningPath } from '@rehearse/contracts'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Learner, newLearner, superAdmin, visitor } from '../support/client.ts'

interface Entry {
  id: string
  [field: string]: unknown
}
interface List {
  data: Entry[]
  count: number
  [extra: string]: unknown
}
let learner: Learner
beforeAll(async () => {
  learner = await newLearner()
})

const named = () => `Named ${randomUUID()}`
const places = ['/api/categories', '/api/topics', '/api/sections', '/api/learning-paths'] as const

describe.each(places)('%s', (address) => {
  test('is public, and returns 304 while it is unchanged', async () => {
    // Other tests add to these lists meanwhile, so repeat until nothing changed between two calls.
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
})

describe('the content that ships', () => {
  const list = async (address: string) => (await visitor<List>(address)).body

  test('includes seven sample plans, as plans and as data', async () => {
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

  test('includes challenges, with solutions for admins only', async () => {
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

  test('includes resources in 19 categories, with filters and search', async () => {
    const { categories, data } = await list('/api/resources')
    expect(categories).toHaveLength(19)
    expect(data.length).toBeGreaterThanOrEqual(36)
    const found = await list('/api/resources?category=react&type=article&searchTerm=EFFECT')
    expect(found.data.map(({ id }) => id)).toEqual(['react-effects'])
    expect(found.categories).toHaveLength(19)
  })

  test('includes the built-in list of 88 issues, since no repository is configured', async () => {
    const { status, body } = await visitor<IssueList>('/api/resources/issues')
    expect(status).toBe(200)
    expect(body).toMatchObject({ count: 88, stats: { total: 88, isMockData: true }, fetchedAt: null })
  })

  test('includes guides, question bank, articles, cheat sheets and badges, and no job', async () => {
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

  test('includes the feature catalog for admins, and planned features for everyone', async () => {
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

  test('includes categories and paths with their questions', async () => {
    const categories = (await visitor<{ data: Category[] }>('/api/categories')).body.data
    expect(categories.find(({ name }) => name === 'JavaScript')?.questionCount).toBeGreaterThan(0)
    const paths = (await visitor<{ data: LearningPath[] }>('/api/learning-paths')).body.data
    expect(paths.filter(({ order }) => order > 0).length).toBeGreaterThanOrEqual(20)
  })
})
