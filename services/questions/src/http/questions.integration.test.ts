import { randomUUID } from 'node:crypto'
import type { Question } from '@rehearse/contracts'
import { testDatabase } from '@rehearse/testing/test-database'
import { testNats } from '@rehearse/testing/test-nats'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { questionBody, questionRow, secret, secretFeedback } from '../testing/question-body.ts'
import { type Caller, type QuestionsService, startQuestionsService } from '../testing/questions-service.ts'

interface One {
  data: Question
  message: string
}
interface Failure {
  success: false
  error: string
  code: string
  details?: { path: string; message: string }[]
  requestId: string
}

let service: QuestionsService
const unified = '/api/questions/unified'

beforeAll(async () => {
  const [database, nats] = await Promise.all([testDatabase('questions_http'), testNats()])
  service = await startQuestionsService(database, nats.url)
  await service.call(`POST ${unified}`, {
    as: 'admin',
    body: {
      isBulkImport: true,
      questions: [questionRow({ learningPath: 'JavaScript basics', topic: 'Types' })],
    },
  })
})
afterAll(() => service.close())

async function create(changes: object = {}): Promise<Question> {
  const { status, body } = await service.call<One>(`POST ${unified}`, {
    as: 'admin',
    body: questionBody(changes),
  })
  expect(status).toBe(201)
  return body.data
}

const refused = (status: number, code: string) => ({
  status,
  body: expect.objectContaining({ success: false, code, requestId: expect.any(String) }),
})

describe('POST /api/questions/unified', () => {
  test('stores a question, with its defaults, its first version and its options lettered', async () => {
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

  test('takes the right options by their ids as well', async () => {
    const options = [{ text: 'null' }, { text: 'object' }, { text: 'both' }]
    const question = await create({ type: 'multiple', options, correctAnswers: ['a', 'c'] })
    expect(question.options.map((option) => option.isCorrect)).toEqual([true, false, true])
    expect(question.selection).toBe('many')
  })

  test('finds category, topic and path by name or id', async () => {
    const question = await create({ category: 'general', topic: 'TYPES', learningPath: 'javascript-basics' })
    expect(question).toMatchObject({ category: 'General', topic: 'Types', learningPath: 'javascript-basics' })
    const byName = await create({ learningPath: 'JavaScript  Basics' })
    expect(byName.learningPath).toBe('javascript-basics')
  })

  test('says of each field once what is wrong with it', async () => {
    const { status, body } = await service.call<Failure>(`POST ${unified}`, {
      as: 'admin',
      body: questionBody({ title: ' ', explanation: '', points: 500.5, timeLimit: 301 }),
    })
    expect(status).toBe(400)
    expect(body.details?.map(({ path }) => path).sort()).toEqual([
      'explanation',
      'points',
      'timeLimit',
      'title',
    ])
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
  ])('refuses wrong %s: %s', async (path, message, changes) => {
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

  test('stores once what comes twice under one Idempotency-Key', async () => {
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

describe('who may do what', () => {
  const id = randomUUID()
  const adminCalls: [string, unknown][] = [
    [`POST ${unified}`, questionBody()],
    [`POST ${unified}`, { isBulkImport: true, questions: [] }],
    ['POST /api/questions/import', { content: '[]' }],
    [`PUT ${unified}/${id}`, { title: 'x' }],
    [`DELETE ${unified}/${id}`, undefined],
    [`POST ${unified}/${id}/restore`, undefined],
    [`GET ${unified}/${id}/history`, undefined],
  ]
  test.each(adminCalls)('%s is for admins', async (call, body) => {
    expect(await service.call(call, { body })).toMatchObject(refused(401, 'authentication_required'))
    expect(await service.call(call, { as: 'learner', body })).toMatchObject(refused(403, 'forbidden'))
    const forged = `Bearer ${await service.identity.forgedToken('admin')}`
    expect(await service.call(call, { body, headers: { authorization: forged } })).toMatchObject(
      refused(401, 'invalid_token'),
    )
  })

  test('a super admin is an admin', async () => {
    const { status } = await service.call(`POST ${unified}`, { as: 'super_admin', body: questionBody() })
    expect(status).toBe(201)
  })
})

describe('the key', () => {
  const views: [Caller, string, boolean][] = [
    ['nobody', '', false],
    ['learner', '', false],
    ['learner', '&include=answers', true],
    ['admin', '', true],
  ]
  test.each(views)('as %s with "%s": %s', async (as, include, seesKey) => {
    const { id } = await create({ learningPath: 'javascript-basics' })
    const replies = await Promise.all([
      service.call(`GET ${unified}?pageSize=100${include}`, { as }),
      service.call(`GET ${unified}?random=true&count=100${include}`, { as }),
      service.call(`GET ${unified}?search=typeof${include}`, { as }),
      service.call(`GET ${unified}/${id}?${include}`, { as }),
    ])
    for (const { status, text } of replies) {
      expect(status).toBe(200)
      for (const word of [secret, secretFeedback, 'isCorrect', 'correctAnswers', 'explanation', 'feedback']) {
        expect(text.includes(word), word).toBe(seesKey)
      }
      expect(text.includes('usageCount')).toBe(as === 'admin')
      expect(text.includes('createdBy')).toBe(as === 'admin')
    }
  })

  test('is in no other public reply either', async () => {
    const calls = [
      '/api/questions/javascript-basics',
      '/api/questions/learning-paths',
      '/api/questions/stats',
      '/api/categories',
      '/api/topics',
      '/api/sections',
      '/api/learning-paths',
    ]
    for (const call of calls) {
      for (const as of ['nobody', 'learner', 'admin'] as const) {
        const { status, text } = await service.call(`GET ${call}`, { as })
        expect(status).toBe(200)
        expect(text).not.toMatch(
          new RegExp(`${secret}|${secretFeedback}|isCorrect|correctAnswers|explanation`),
        )
      }
    }
  })

  test('can not be searched out', async () => {
    const { body } = await service.call<{ data: unknown[] }>(`GET ${unified}?search=${secret}`, {
      as: 'admin',
    })
    expect(body.data).toEqual([])
  })

  test('is not for visitors who ask for it', async () => {
    expect(await service.call(`GET ${unified}?include=answers`)).toMatchObject(
      refused(401, 'authentication_required'),
    )
  })
})

describe('what is not open', () => {
  test.each([{ isActive: false }, { approved: false }])(
    '%j is hidden from all but admins',
    async (changes) => {
      const { id, title } = await create(changes)
      const search = `GET ${unified}?search=${encodeURIComponent(title)}`
      for (const as of ['nobody', 'learner'] as const) {
        expect(await service.call(`GET ${unified}/${id}`, { as })).toMatchObject(
          refused(404, 'question_not_found'),
        )
        expect((await service.call(search, { as })).body).toMatchObject({ data: [] })
        const check = { as, body: { selectedOptionIds: ['a'] } }
        expect((await service.call(`POST ${unified}/${id}/check`, check)).status).toBe(404)
        const asked = Object.entries(changes)[0]?.join('=')
        expect((await service.call(`GET ${unified}?${asked}`, { as })).body).toMatchObject({ data: [] })
      }
      expect((await service.call(`GET ${unified}/${id}`, { as: 'admin' })).status).toBe(200)
      expect((await service.call(search, { as: 'admin' })).body).toMatchObject({ data: [{ id }] })
    },
  )
})

describe('POST /api/questions/unified/{id}/check', () => {
  test('grades, explains, and tells the right options', async () => {
    const { id } = await create()
    const call = `POST ${unified}/${id}/check`
    expect((await service.call(call, { body: { selectedOptionIds: ['b'] } })).body).toEqual({
      success: true,
      result: {
        isCorrect: true,
        correctOptionIds: ['b'],
        explanation: `Because of ${secret}.`,
        optionFeedback: [{ id: 'a', feedback: secretFeedback }],
      },
    })
    const wrong = await service.call(call, { body: { selectedOptionIds: ['a', 'b'] } })
    expect(wrong.body).toMatchObject({ result: { isCorrect: false } })
    for (const selectedOptionIds of [['z'], []]) {
      expect(await service.call(call, { body: { selectedOptionIds } })).toMatchObject(
        refused(400, 'invalid_answer'),
      )
    }
  })

  test('shows the model answer to a question without options', async () => {
    const { id } = await create({ type: 'open-ended', options: [] })
    const { body } = await service.call(`POST ${unified}/${id}/check`, { body: { selectedOptionIds: [] } })
    expect(body).toMatchObject({ result: { isCorrect: null, correctOptionIds: [] } })
  })
})

describe('PUT /api/questions/unified/{id}', () => {
  const put = (id: string, body: unknown, headers = {}) =>
    service.call<One & Failure>(`PUT ${unified}/${id}`, { as: 'admin', body, headers })

  test('changes what is given, keeps the rest, and makes a version', async () => {
    const before = await create({ points: 40, timeLimit: 200, isActive: false, topic: 'Types' })
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

  test('checks the question as it then is as a whole', async () => {
    const { id } = await create({
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

  test('takes a topic away with null', async () => {
    const { id } = await create({ topic: 'Types', subcategory: 'Values' })
    const { body } = await put(id, { topic: null, subcategory: null })
    expect(body.data).toMatchObject({ topic: null, subcategory: null, category: 'General' })
  })

  test('makes no version of what changes nothing', async () => {
    const { id, title, options } = await create()
    expect((await put(id, { title, options, difficulty: 'easy' })).body.data.version).toBe(1)
  })

  test('lets one of two admins win who started from the same version', async () => {
    const { id } = await create()
    const read = await service.call(`GET ${unified}/${id}`, { as: 'admin' })
    const headers = { 'if-match': read.headers.get('etag') ?? '' }
    const replies = await Promise.all(['one', 'two', 'three'].map((title) => put(id, { title }, headers)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 412, 412])
    const lost = replies.find(({ status }) => status === 412)
    expect(lost).toMatchObject(refused(412, 'stale_version'))
    // The winner goes on from its own reply.
    const won = replies.find(({ status }) => status === 200)
    const next = await put(id, { title: 'four' }, { 'if-match': won?.headers.get('etag') ?? '' })
    expect(next.body.data.version).toBe(3)
  })

  test.each(['"nonsense"', 'v1', '"v2"', ''])('If-Match %s holds for no first version', async (tag) => {
    const { id } = await create()
    const { status } = await put(id, { title: 'x' }, { 'if-match': tag })
    expect(status).toBe(412)
  })

  test.each(['*', 'W/"v1-abc"', '"v7", "v1"'])('If-Match %s holds for the first version', async (tag) => {
    const { id } = await create()
    expect((await put(id, { title: 'x' }, { 'if-match': tag })).status).toBe(200)
  })

  test('knows no question of that id', async () => {
    expect(await put(randomUUID(), { title: 'x' })).toMatchObject(refused(404, 'question_not_found'))
  })
})

describe('deleting and restoring', () => {
  test('a deleted question is gone for everybody, and comes back as it was', async () => {
    const question = await create({ learningPath: 'javascript-basics' })
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

  test('heeds If-Match', async () => {
    const { id } = await create()
    const stale = { as: 'admin' as const, headers: { 'if-match': '"v7"' } }
    expect(await service.call(`DELETE ${unified}/${id}`, stale)).toMatchObject(refused(412, 'stale_version'))
  })

  test('knows no question of that id', async () => {
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

describe('GET /api/questions/unified/{id}/history', () => {
  test('tells each version, who made it, and what it changed', async () => {
    const { id, title } = await create()
    const as = 'admin'
    await service.call(`PUT ${unified}/${id}`, { as, body: { title: 'Second', points: 9 } })
    await service.call(`DELETE ${unified}/${id}`, { as })
    const { body } = await service.call(`GET ${unified}/${id}/history?pageSize=2`, { as })
    expect(body).toMatchObject({
      data: [
        { version: 3, action: 'deleted', changes: [], changedBy: 'admin_1' },
        { version: 2, action: 'updated', changes: ['title', 'points'], question: { title: 'Second' } },
      ],
      pagination: { totalCount: 3, hasNext: true },
    })
    const second = await service.call(`GET ${unified}/${id}/history?pageSize=2&page=2`, { as })
    expect(second.body).toMatchObject({ data: [{ version: 1, action: 'created', question: { title } }] })
  })
})

describe('ETag', () => {
  test('spares who has it already, and is another one for everyone who sees something else', async () => {
    const { id } = await create()
    const read = (as: Caller, tag = '') =>
      service.call(`GET ${unified}/${id}`, { as, headers: { 'if-none-match': tag } })
    const visitor = (await read('nobody')).headers.get('etag') ?? ''
    const admin = (await read('admin')).headers.get('etag') ?? ''
    expect(visitor).toMatch(/^"v1-/)
    expect(admin).not.toBe(visitor)
    expect(await read('nobody', `W/${visitor}`)).toMatchObject({ status: 304, text: '' })
    expect((await read('admin', visitor)).status).toBe(200)
    await service.call(`PUT ${unified}/${id}`, { as: 'admin', body: { title: 'New' } })
    expect((await read('nobody', visitor)).status).toBe(200)
  })

  test.each(['/api/categories', '/api/learning-paths', `${unified}?orderBy=title`])('%s', async (address) => {
    const first = await service.call(`GET ${address}`)
    const headers = { 'if-none-match': first.headers.get('etag') ?? 'none' }
    expect((await service.call(`GET ${address}`, { headers })).status).toBe(304)
  })
})

describe('bad input', () => {
  const id = randomUUID()
  const calls: [call: string, body: unknown, status: number][] = [
    [`GET ${unified}?page=-1`, undefined, 400],
    [`GET ${unified}?page=1e9`, undefined, 400],
    [`GET ${unified}?page=1000000000`, undefined, 400],
    [`GET ${unified}?pageSize=101`, undefined, 400],
    [`GET ${unified}?orderBy=password`, undefined, 400],
    [`GET ${unified}?random=maybe`, undefined, 400],
    [`GET ${unified}?search=%00`, undefined, 400],
    [`GET ${unified}?search=%F0%9F%92`, undefined, 200],
    [`GET ${unified}?search='%22:*%26%7C!()%5C`, undefined, 200],
    [`GET ${unified}?search===%3D`, undefined, 200],
    [`GET ${unified}?tags=,,`, undefined, 200],
    [`GET ${unified}?page=1000000&pageSize=100`, undefined, 200],
    [`GET ${unified}?page=1000000&pageSize=100&includePagination=false`, undefined, 200],
    [`GET ${unified}?unknown=1`, undefined, 200],
    [`GET ${unified}/not-a-uuid`, undefined, 400],
    [`GET ${unified}/${id}`, undefined, 404],
    [`PUT ${unified}/not-a-uuid`, { title: 'x' }, 400],
    [`PUT ${unified}/${id}`, '{"title":', 400],
    [`PUT ${unified}/${id}`, [], 400],
    [`PUT ${unified}/${id}`, { title: 7 }, 400],
    [`POST ${unified}`, 'nonsense', 400],
    [`POST ${unified}`, undefined, 400],
    [`POST ${unified}`, 'null', 400],
    [`POST ${unified}`, questionBody({ title: { $gt: '' } }), 400],
    [`POST ${unified}`, questionBody({ title: 'null\u0000byte' }), 400],
    [`POST ${unified}`, questionBody({ content: 'half \ud800 a pair' }), 400],
    [`POST ${unified}`, questionBody({ content: 'x'.repeat(2_000_000) }), 400],
    [`POST ${unified}`, questionBody({ isBulkImport: 'yes' }), 400],
    [`POST ${unified}/${id}/check`, { selectedOptionIds: 'a' }, 400],
    ['POST /api/questions/import', { content: 7 }, 400],
    ['GET /api/questions/no-such-path', undefined, 404],
    ['GET /api/questions/%00', undefined, 400],
    ['GET /api/nothing', undefined, 404],
  ]
  test.each(calls)('%s', async (call, body, status) => {
    const reply = await service.call<Failure>(call, { as: 'admin', body })
    expect(reply.status).toBe(status)
    expect(reply.body.success).toBe(status === 200)
    if (status !== 200) {
      expect(
        Object.keys(reply.body).every((key) => /^(success|error|code|details|requestId)$/.test(key)),
      ).toBe(true)
      expect(reply.text).not.toMatch(/node_modules|at .*\.ts/)
    }
  })

  test('a body of the wrong kind', async () => {
    const headers = { 'content-type': 'text/plain' }
    const reply = await service.call(`POST ${unified}`, { as: 'admin', body: 'x', headers })
    expect(reply).toMatchObject(refused(415, 'unsupported_media_type'))
  })
})
