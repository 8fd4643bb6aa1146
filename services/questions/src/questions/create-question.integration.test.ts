import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FilledService, type One, startFilledService, unified } from '../testing/filled-service.ts'
import { questionBody } from '../testing/question-body.ts'
import { type Failure, refused } from '../testing/questions-service.ts'

let service: FilledService
beforeAll(async () => {
  service = await startFilledService('question_create_route')
})
afterAll(() => service.close())

describe('POST /api/questions/unified', () => {
  test('stores a question with defaults, a first version and lettered options', async () => {
    const { status, body } = await service.call<One>(`POST ${unified}`, { as: 'admin', body: questionBody() })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      version: 1,
      type: 'multiple-choice',
      selection: 'one',
      difficulty: 'beginner',
      correctAnswers: ['b'],
      options: [{ id: 'a' }, { id: 'b' }],
      points: 5,
      timeLimit: 30,
      isActive: true,
      approved: true,
      createdBy: 'admin_1',
      usageCount: 0,
    })
  })

  test('accepts the correct options by id', async () => {
    const options = [{ text: 'null' }, { text: 'object' }, { text: 'both' }]
    const question = await service.create({ type: 'multiple', options, correctAnswers: ['a', 'c'] })
    expect(question.options.map((option) => option.isCorrect)).toEqual([true, false, true])
    expect(question.selection).toBe('many')
  })

  test('accepts category, topic and path by name or id', async () => {
    const question = await service.create({
      category: 'general',
      topic: 'TYPES',
      learningPath: 'javascript-basics',
    })
    expect(question).toMatchObject({ category: 'General', topic: 'Types', learningPath: 'javascript-basics' })
    const byName = await service.create({ learningPath: 'JavaScript  Basics' })
    expect(byName.learningPath).toBe('javascript-basics')
  })

  test('reports one error for each invalid field', async () => {
    const { status, body } = await service.call<Failure>(`POST ${unified}`, {
      as: 'admin',
      body: questionBody({ title: ' ', explanation: '', points: 500, timeLimit: 9, options: [] }),
    })
    expect(status).toBe(400)
    expect(body.details).toEqual([
      { path: 'title', message: 'must not be empty' },
      { path: 'points', message: 'must be at most 100' },
      { path: 'timeLimit', message: 'must be at least 10' },
      { path: 'explanation', message: 'must not be empty' },
      { path: 'options', message: 'Must have at least 2 options' },
    ])
    expect(body.error).toBe('Invalid request: title must not be empty')
  })

  test.each([
    ['options', 'A single-choice question has exactly one correct answer', { correctAnswers: ['a', 'b'] }],
    ['options', 'Must have at least 2 options', { options: [{ text: 'x', isCorrect: true }] }],
    ['options', 'Must have at least one correct answer', { options: [{ text: 'x' }, { text: 'y' }] }],
    ['options', 'Each option needs an id of its own', { options: [{ id: 'b', text: 'x' }, { text: 'y' }] }],
    ['correctAnswers', 'Invalid correct answer IDs: z', { correctAnswers: ['z'] }],
    [
      'correctAnswers',
      'The correct answers and the options marked as correct disagree',
      { correctAnswers: ['a'] },
    ],
    ['category', 'There is no category "Nowhere"', { category: 'Nowhere' }],
    ['learningPath', 'There is no learningPath "Nowhere"', { learningPath: 'Nowhere' }],
    ['sectionId', 'There is no section "Nowhere"', { sectionId: 'Nowhere' }],
  ])('rejects invalid %s: %s', async (path, message, changes) => {
    const body = questionBody(
      path === 'options' && 'correctAnswers' in changes
        ? { ...changes, options: [{ text: 'x' }, { text: 'y' }] }
        : changes,
    )
    const reply = await service.call<Failure>(`POST ${unified}`, { as: 'admin', body })
    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({
      error: message,
      code: 'invalid_question',
      details: [{ path, message }],
    })
  })

  test('stores a question once when it is sent twice with one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const body = questionBody()
    const [first, second] = await Promise.all([
      service.call<One>(`POST ${unified}`, { as: 'admin', body, headers }),
      service.call<One>(`POST ${unified}`, { as: 'admin', body, headers }),
    ])
    expect(second.body).toEqual(first.body)
    const again = await service.call<Failure>(`POST ${unified}`, {
      as: 'admin',
      body: questionBody(),
      headers,
    })
    expect(again).toMatchObject(refused(409, 'idempotency_key_reused'))
  })
})

describe('POST /api/questions/unified/:id/copy', () => {
  test('copies everything but the audio, and learners do not see the copy', async () => {
    const original = await service.create({
      title: '𝒳'.repeat(150),
      ...{ tags: ['one'], subcategory: 'Sub', learningPath: 'javascript-basics', timeLimit: 77 },
    })
    const { status, body } = await service.call<One>(`POST ${unified}/${original.id}/copy`, { as: 'admin' })
    expect(status).toBe(201)
    const { id, createdAt, updatedAt } = body.data
    const title = `${'𝒳'.repeat(146)} (copy)`
    expect(body.data).toEqual({
      ...{ ...original, id, createdAt, updatedAt, title, approved: false },
      ...{ status: 'draft', statusChangedAt: null, statusChangedBy: null },
    })
    expect(id).not.toBe(original.id)
    expect((await service.call(`GET ${unified}/${id}`)).status).toBe(404)
    const missing = await service.call<Failure>(`POST ${unified}/${randomUUID()}/copy`, { as: 'admin' })
    expect(missing).toMatchObject(refused(404, 'question_not_found'))
  })
})
