import { randomUUID } from 'node:crypto'
import type { OwnReport, Pagination, QuestionReport } from '@rehearse/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FilledService, startFilledService, unified } from '../testing/filled-service.ts'
import { refused } from '../testing/questions-service.ts'

let service: FilledService
beforeAll(async () => {
  service = await startFilledService('question_report_routes')
})
afterAll(() => service.close())

const reports = '/api/admin/reports/questions'
const report = (id: string, body: object = { reason: 'typo', text: 'teh' }) =>
  service.call<{ data: QuestionReport }>(`POST ${unified}/${id}/reports`, { as: 'learner', body })
const list = async (query = '') =>
  (
    await service.call<{ data: QuestionReport[]; pagination: Pagination }>(`GET ${reports}${query}`, {
      as: 'admin',
    })
  ).body
const settle = (id: string, body: object) =>
  service.call<{ data: QuestionReport }>(`PATCH ${reports}/${id}`, { as: 'admin', body })

describe('reports on questions', () => {
  test('allow one open report per learner and question, and a new one after it is resolved', async () => {
    const question = await service.create()
    const replies = await Promise.all([1, 2, 3].map(() => report(question.id)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    const again = await report(question.id, { reason: 'unclear', text: ' which one? ' })
    const ids = new Set([...replies, again].map(({ body }) => body.data.id))
    expect(ids.size).toBe(1)
    const [id = ''] = ids
    expect((await list('?state=open')).data[0]).toMatchObject({
      id,
      questionId: question.id,
      questionTitle: question.title,
      questionVersion: 1,
      reason: 'unclear',
      text: 'which one?',
      state: 'open',
    })

    const settled = await settle(id, { state: 'resolved', answer: 'Mended.' })
    expect(settled.body.data).toMatchObject({ state: 'resolved', answer: 'Mended.', settledBy: 'admin_1' })
    expect(await settle(id, { state: 'dismissed' })).toMatchObject(refused(409, 'report_settled'))
    expect((await report(question.id)).body.data.id).not.toBe(id)
  })

  test('show a learner the title that they reported, and admins the unpublished changes', async () => {
    const question = await service.create()
    const { id } = (await report(question.id)).body.data
    await service.call(`PUT ${unified}/${question.id}`, {
      as: 'admin',
      body: { title: 'Edited in secret', approved: false },
    })
    const own = await service.call<{ data: OwnReport[] }>('GET /api/questions/reports', { as: 'learner' })
    expect(own.body.data.find((one) => one.id === id)?.questionTitle).toBe(question.title)
    expect((await list()).data.find((one) => one.id === id)?.questionTitle).toBe('Edited in secret')
    expect((await report(question.id)).status).toBe(404)
  })

  test('return the first result when resolved twice with one Idempotency-Key', async () => {
    const { id } = (await report((await service.create()).id)).body.data
    const call = (body: object) =>
      service.call(`PATCH /api/admin/reports/questions/${id}`, {
        as: 'admin',
        body,
        headers: { 'idempotency-key': `settle-${id}` },
      })
    const first = await call({ state: 'resolved', answer: 'Mended.' })
    expect(first.status).toBe(200)
    expect((await call({ state: 'resolved', answer: 'Mended.' })).body).toEqual(first.body)
    expect(await call({ state: 'dismissed' })).toMatchObject(refused(409, 'idempotency_key_reused'))
  })

  test('list each learner’s own reports with their outcome', async () => {
    const question = await service.create()
    const { id } = (await report(question.id)).body.data
    await settle(id, { state: 'resolved', answer: 'The key was wrong, thank you.' })
    const own = await service.call<{ data: OwnReport[] }>('GET /api/questions/reports?pageSize=100', {
      as: 'learner',
    })
    const settled = own.body.data.find((one) => one.id === id)
    expect(settled).toMatchObject({
      questionTitle: question.title,
      state: 'resolved',
      answer: 'The key was wrong, thank you.',
    })
    expect(settled).not.toHaveProperty('settledBy')
    expect(settled).not.toHaveProperty('reportedBy')
    const other = await service.identity.token('learner', { id: randomUUID() })
    const others = await service.call<{ data: OwnReport[] }>('GET /api/questions/reports', {
      headers: { authorization: `Bearer ${other}` },
    })
    expect(others.body.data).toEqual([])
    expect((await service.call('GET /api/questions/reports')).status).toBe(401)
  })

  test('are paged, newest first, by state', async () => {
    const questions = await Promise.all([1, 2, 3].map(() => service.create()))
    const ids: string[] = []
    for (const { id } of questions) ids.push((await report(id)).body.data.id)
    for (const id of ids) await settle(id, { state: 'dismissed' })
    const first = await list('?state=dismissed&pageSize=2')
    expect(first.data.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, 2))
    expect(first.pagination).toMatchObject({ totalCount: 3, totalPages: 2, hasNext: true })
    expect((await list('?state=dismissed&pageSize=2&page=2')).data.map(({ id }) => id)).toEqual([ids[0]])
  })

  test('reject invalid reports, and questions that the learner can’t see', async () => {
    const hidden = await service.create({ isActive: false })
    expect(await report(hidden.id)).toMatchObject(refused(404, 'question_not_found'))
    const { id } = await service.create()
    expect((await report(id, { reason: 'boring', text: 'x' })).status).toBe(400)
    expect((await report(id, { reason: 'typo', text: ' ' })).status).toBe(400)
    expect(await settle(randomUUID(), { state: 'resolved' })).toMatchObject(refused(404, 'report_not_found'))
    expect((await settle(randomUUID(), { state: 'open' })).status).toBe(400)
  })
})
