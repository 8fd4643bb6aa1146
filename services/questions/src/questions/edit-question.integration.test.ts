import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FilledService, type One, startFilledService, unified } from '../testing/filled-service.ts'
import { type Failure, refused } from '../testing/questions-service.ts'

let service: FilledService
beforeAll(async () => {
  service = await startFilledService('question_write_routes')
})
afterAll(() => service.close())

describe('PUT /api/questions/unified/{id}', () => {
  const put = (id: string, body: unknown, headers = {}) =>
    service.call<One & Failure>(`PUT ${unified}/${id}`, { as: 'admin', body, headers })

  test('changes the given fields, leaves the others, and creates a version', async () => {
    const before = await service.create({ points: 40, timeLimit: 200, isActive: false, topic: 'Types' })
    const { status, body } = await put(before.id, { title: 'Another title' })
    expect(status).toBe(200)
    expect(body.message).toBe('Question updated successfully')
    expect(body.data).toEqual({
      ...before,
      title: 'Another title',
      version: 2,
      updatedAt: body.data.updatedAt,
    })
    const read = await service.call<One>(`GET ${unified}/${before.id}`, { as: 'admin' })
    expect(read.body.data).toEqual(body.data)
  })

  test('validates the resulting question as a whole', async () => {
    const { id } = await service.create({
      type: 'multiple',
      correctAnswers: ['a', 'b'],
      options: [{ text: 'x' }, { text: 'y' }],
    })
    expect((await put(id, { type: 'single' })).body.error).toBe(
      'A single-choice question has exactly one correct answer',
    )
    expect((await put(id, { type: 'open-ended' })).body.error).toBe('An open-ended question has no options')
    expect((await put(id, { correctAnswers: [] })).body.error).toBe('Must have at least one correct answer')
    expect((await put(id, { correctAnswers: ['b'], type: 'single' })).body.data.correctAnswers).toEqual(['b'])
    expect((await put(id, { explanation: '  ' })).status).toBe(400)
    expect((await put(id, { category: 'Nowhere' })).body.details).toMatchObject([{ path: 'category' }])
  })

  test('removes a topic with null', async () => {
    const { id } = await service.create({ topic: 'Types', subcategory: 'Values' })
    const { body } = await put(id, { topic: null, subcategory: null })
    expect(body.data).toMatchObject({ topic: null, subcategory: null, category: 'General' })
  })

  test('creates no version if nothing changes', async () => {
    const { id, title, options } = await service.create()
    expect((await put(id, { title, options, difficulty: 'easy' })).body.data.version).toBe(1)
  })

  test('accepts one of two edits based on the same version', async () => {
    const { id } = await service.create()
    const read = await service.call(`GET ${unified}/${id}`, { as: 'admin' })
    const headers = { 'if-match': read.headers.get('etag') ?? '' }
    const replies = await Promise.all(['one', 'two', 'three'].map((title) => put(id, { title }, headers)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 412, 412])
    const lost = replies.find(({ status }) => status === 412)
    expect(lost).toMatchObject(refused(412, 'stale_version'))
    // The winner continues from the response to its own edit.
    const won = replies.find(({ status }) => status === 200)
    const next = await put(id, { title: 'four' }, { 'if-match': won?.headers.get('etag') ?? '' })
    expect(next.body.data.version).toBe(3)
  })

  test.each(['"nonsense"', 'v1', '"v2"', ''])('If-Match %s doesn’t match the first version', async (tag) => {
    const { id } = await service.create()
    const { status } = await put(id, { title: 'x' }, { 'if-match': tag })
    expect(status).toBe(412)
  })

  test.each(['*', 'W/"v1-abc"', '"v7", "v1"'])('If-Match %s matches the first version', async (tag) => {
    const { id } = await service.create()
    expect((await put(id, { title: 'x' }, { 'if-match': tag })).status).toBe(200)
  })

  test('returns 404 for an unknown id', async () => {
    expect(await put(randomUUID(), { title: 'x' })).toMatchObject(refused(404, 'question_not_found'))
  })
})

describe('deleting and restoring a question', () => {
  test('hides a deleted question from everyone, and restores it unchanged', async () => {
    const question = await service.create({ learningPath: 'javascript-basics' })
    const address = `${unified}/${question.id}`
    for (let times = 0; times < 2; times += 1) {
      const { status, body } = await service.call<One>(`DELETE ${address}`, { as: 'admin' })
      expect(status).toBe(200)
      expect(body).toMatchObject({ message: 'Question deleted successfully', data: { version: 2 } })
    }
    expect((await service.call(`GET ${address}`, { as: 'admin' })).status).toBe(404)
    expect((await service.call(`PUT ${address}`, { as: 'admin', body: { title: 'x' } })).status).toBe(404)
    const path = await service.call('GET /api/questions/javascript-basics')
    expect(path.text).not.toContain(question.id)

    const restored = await service.call<One>(`POST ${address}/restore`, { as: 'admin' })
    expect(restored.body.data).toEqual({ ...question, version: 3, updatedAt: restored.body.data.updatedAt })
    expect((await service.call(`GET ${address}`)).status).toBe(200)
    const again = await service.call<One>(`POST ${address}/restore`, { as: 'admin' })
    expect(again.body.data.version).toBe(3)
  })

  test('respects If-Match', async () => {
    const { id } = await service.create()
    const stale = { as: 'admin' as const, headers: { 'if-match': '"v7"' } }
    expect(await service.call(`DELETE ${unified}/${id}`, stale)).toMatchObject(refused(412, 'stale_version'))
  })

  test('returns 404 for an unknown id', async () => {
    const id = randomUUID()
    for (const call of [
      `DELETE ${unified}/${id}`,
      `POST ${unified}/${id}/restore`,
      `GET ${unified}/${id}/history`,
    ]) {
      expect(await service.call(call, { as: 'admin' })).toMatchObject(refused(404, 'question_not_found'))
    }
  })
})
