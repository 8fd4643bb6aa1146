import { randomUUID } from 'node:crypto'
import type { PathCoverage } from '@rehearse/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FilledService, startFilledService, unified } from '../testing/filled-service.ts'

let service: FilledService
beforeAll(async () => {
  service = await startFilledService('coverage_route')
})
afterAll(() => service.close())

const coverage = async () => {
  const { body } = await service.call<{ data: PathCoverage[] }>('GET /api/admin/reports/coverage', {
    as: 'admin',
  })
  return body.data
}

test('says of each path what learners find on it, and what is promised and missing', async () => {
  const path = {
    id: `path-${randomUUID()}`,
    title: 'Async JavaScript',
    questionCategories: ['General', 'Promises'],
  }
  expect((await service.call('POST /api/learning-paths', { as: 'admin', body: path })).status).toBe(201)
  const of = async () => (await coverage()).find(({ pathId }) => pathId === path.id)
  expect(await of()).toMatchObject({
    title: path.title,
    open: 0,
    missingCategories: ['General', 'Promises'],
  })

  const on = { learningPath: path.id, category: 'General' }
  const easy = await service.create({ ...on, difficulty: 'easy', title: 'An easy one' })
  await service.create({ ...on, difficulty: 'hard', title: 'A hard one', topic: 'Types' })
  await service.create({ ...on, isActive: false, title: 'One that waits' })
  await service.call(`POST ${unified}/${easy.id}/reports`, {
    as: 'learner',
    body: { reason: 'typo', text: 'teh' },
  })
  expect(await of()).toEqual({
    pathId: path.id,
    title: path.title,
    open: 2,
    waiting: 1,
    byDifficulty: { beginner: 1, intermediate: 0, advanced: 1 },
    topics: 1,
    withoutExplanation: 0,
    withAudio: 0,
    missingCategories: ['Promises'],
    openReports: 1,
  })
})

test('is nothing for learners', async () => {
  expect((await service.call('GET /api/admin/reports/coverage', { as: 'learner' })).status).toBe(403)
})
