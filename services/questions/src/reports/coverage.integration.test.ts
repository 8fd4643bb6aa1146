import { randomUUID } from 'node:crypto'
import { type AudioMessage, mediaSubjects, type PathCoverage, streams } from '@rehearse/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FilledService, startFilledService, unified } from '../testing/filled-service.ts'
import { questionRow } from '../testing/question-body.ts'

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

test('reports for each path what learners find in it, what it promises, and what is missing', async () => {
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

  await service.call('POST /api/categories', { as: 'admin', body: { name: 'Promises' } })
  await service.call('POST /api/topics', { as: 'admin', body: { name: 'Waiting' } })
  const on = { learningPath: path.id, category: 'General' }
  const easy = await service.create({ ...on, difficulty: 'easy' })
  const hard = await service.create({ ...on, difficulty: 'hard', topic: 'Types' })
  await service.create({ ...on, isActive: false, category: 'Promises', topic: 'Waiting' })
  const gone = await service.create(on)
  await service.call(`DELETE ${unified}/${gone.id}`, { as: 'admin' })
  const questions = [questionRow({ ...on, difficulty: 'medium', topic: 'Types' })]
  await service.call(`POST ${unified}`, { as: 'admin', body: { isBulkImport: true, questions } })
  await report(easy.id)
  await settle(await report(hard.id))
  const expected = {
    pathId: path.id,
    title: path.title,
    open: 3,
    waiting: 1,
    byDifficulty: { beginner: 1, intermediate: 1, advanced: 1 },
    topics: 1,
    withoutExplanation: 1,
    withAudio: 0,
    missingCategories: ['Promises'],
    openReports: 1,
  }
  expect(await of()).toEqual(expected)

  await attachAudio(easy.id, 'question')
  await attachAudio(hard.id, 'answer')
  await expect.poll(of).toEqual({ ...expected, withAudio: 2 })
})

/** @returns its id */
async function report(questionId: string): Promise<string> {
  const body = { reason: 'typo', text: 'teh' }
  await service.call(`POST ${unified}/${questionId}/reports`, { as: 'learner', body })
  const { body: own } = await service.call<{ data: { id: string; questionId: string }[] }>(
    'GET /api/questions/reports',
    { as: 'learner' },
  )
  return own.data.find((one) => one.questionId === questionId)?.id ?? expect.unreachable('no report')
}

const settle = (id: string) =>
  service.call(`PATCH /api/admin/reports/questions/${id}`, { as: 'admin', body: { state: 'dismissed' } })

/** Publishes like media does. */
async function attachAudio(questionId: string, type: 'question' | 'answer'): Promise<void> {
  const manager = await service.nats.manager()
  await manager.streams.add({ name: streams.media.name, subjects: [...streams.media.subjects] })
  const message: AudioMessage = {
    id: randomUUID(),
    type: 'AudioAttached',
    version: 1,
    occurredAt: new Date().toISOString(),
    correlationId: null,
    causationId: null,
    data: {
      questionId,
      type,
      revision: 1,
      by: 'admin_7',
      url: `/api/audio/${type}`,
      bytes: 1,
      mimeType: 'audio/wav',
      durationSeconds: 1,
    },
  }
  const js = await service.nats.jetstream()
  await js.publish(mediaSubjects.attached, JSON.stringify(message))
}

test('rejects learners', async () => {
  expect((await service.call('GET /api/admin/reports/coverage', { as: 'learner' })).status).toBe(403)
})
