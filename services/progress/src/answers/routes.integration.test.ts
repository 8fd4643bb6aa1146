import { randomUUID } from 'node:crypto'
import type { DayAnalytics, Progress, QuestionSnapshot, SaveReply } from '@rehearse/contracts'
import { testNats } from '@rehearse/testing/test-nats'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { progressDatabase } from '../testing/progress-database.ts'
import {
  type ProgressService,
  questionCreatedMessage,
  questionSnapshot,
  startProgressService,
} from '../testing/progress-service.ts'

let service: ProgressService
let replica: ProgressService
let question: QuestionSnapshot

beforeAll(async () => {
  const [database, nats] = await Promise.all([progressDatabase('progress_http'), testNats()])
  service = await startProgressService(database, nats.url)
  replica = await startProgressService(database, nats.url)
  question = await service.publishQuestion()
})
afterAll(async () => {
  await service.close()
  await replica.close()
})

let learnerId: string
let token: string
beforeEach(async () => {
  learnerId = randomUUID()
  // Both replicas accept the keys published last, which are the second one's.
  token = await replica.identity.token('learner', { id: learnerId })
})

async function call<Body = Record<string, unknown>>(
  path: string,
  { body, at = service, as = token }: { body?: unknown; at?: ProgressService; as?: string } = {},
) {
  const reply = await fetch(`${at.url}/api/progress/${path}`, {
    headers: {
      authorization: `Bearer ${as}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  })
  return { status: reply.status, body: (await reply.json()) as Body, headers: reply.headers }
}

const answer = (changes: object = {}) => ({
  answerId: randomUUID(),
  questionId: question.questionId,
  questionVersion: 1,
  selectedOptionIds: ['a'],
  timeSpent: 12,
  timeZone: 'Europe/Berlin',
  ...changes,
})
const save = (body: unknown, at = service) => call<SaveReply>('save', { body, at })

describe('an account created a moment ago', () => {
  const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  const backdated = () =>
    Array.from({ length: 29 }, (_, n) => answer({ answeredAt: dayBefore(29 - n), timeZone: 'UTC' }))
  const stats = async () => (await call<{ progress: Progress }>('get')).body.progress

  test('gets neither a streak nor its badge or freezes for answers dated back', async () => {
    await service.publishBadge({ badgeId: 'thirty-days', rule: { measure: 'streak', atLeast: 30 } })
    const as = (accountCreatedAt?: Date) =>
      replica.identity.token('learner', { id: learnerId, ...(accountCreatedAt && { accountCreatedAt }) })
    token = await as(new Date())
    const answers = [...backdated(), answer({ timeZone: 'UTC' })]
    expect((await call('save/batch', { body: { answers } })).status).toBe(200)
    const fresh = await stats()
    expect(fresh).toMatchObject({ totalQuestions: 30, currentStreak: 1, longestStreak: 1, streakFreezes: 0 })
    expect(fresh.achievements).toMatchObject({ badges: [], totalPoints: 55 })
    expect((await call<{ value: number }>('explain/streak')).body.value).toBe(1)
    // The same answers of an account that existed count, as offline answers do.
    learnerId = randomUUID()
    token = await as(new Date(Date.now() - 40 * 86_400_000))
    await call('save/batch', { body: { answers: [...backdated(), answer({ timeZone: 'UTC' })] } })
    expect(await stats()).toMatchObject({ currentStreak: 30, streakFreezes: 2 })
  })

  test('counts the day it was created on as a whole', async () => {
    const now = new Date()
    token = await replica.identity.token('learner', { id: learnerId, accountCreatedAt: now })
    // In a time zone in which the day began long ago.
    const hour = now.getUTCHours()
    const timeZone = hour < 12 ? '+11:00' : 'UTC'
    await save(answer({ timeZone, answeredAt: new Date(now.getTime() - 3_600_000).toISOString() }))
    expect(await stats()).toMatchObject({ currentStreak: 1 })
  })
})

describe('POST /api/progress/save', () => {
  test('grades, counts and explains a correct answer', async () => {
    const { status, body } = await save(answer())
    expect(status).toBe(200)
    expect(body.result).toMatchObject({
      isCorrect: true,
      correctOptionIds: ['a'],
      explanation: question.explanation,
      points: 10,
      graded: 'server',
    })
    expect(body.progress).toMatchObject({
      userId: learnerId,
      totalQuestions: 1,
      correctAnswers: 1,
      accuracy: 100,
      currentStreak: 1,
      achievements: { totalPoints: 10 },
    })
  })

  test('counts by days in the learner’s preferred time zone when the answer names none', async () => {
    const lateLastNight = new Date(Math.floor(Date.now() / 86_400_000) * 86_400_000 - 1_800_000)
    const today = new Date().toISOString().slice(0, 10)
    await service.preferTimeZone(learnerId, 'Asia/Tokyo')
    await vi.waitFor(async () => {
      await save(answer({ timeZone: undefined, answeredAt: lateLastNight.toISOString() }))
      const { body } = await call<{ analytics: DayAnalytics[] }>(`analytics?from=${today}&to=${today}`)
      expect(body.analytics[0]?.questionsAnswered).toBeGreaterThan(0)
    })
  })

  test('counts an answer once when it is sent twenty times concurrently to two replicas, and returns the first result each time', async () => {
    const body = answer()
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) => save(body, n % 2 === 0 ? service : replica)),
    )
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200]))
    expect(new Set(replies.map((reply) => reply.body.progressId)).size).toBe(1)
    expect(new Set(replies.map((reply) => reply.body.result.attempt))).toEqual(new Set([1]))
    const { body: after } = await call<{ progress: SaveReply['progress'] }>('get')
    expect(after.progress.totalQuestions).toBe(1)
  })

  test('counts forty different answers sent concurrently to two replicas, each in its place', async () => {
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, n) => save(answer(), n % 2 === 0 ? service : replica)),
    )
    expect(replies.filter((reply) => reply.status !== 200)).toEqual([])
    const attempts = replies.map((reply) => reply.body.result.attempt).sort((a, b) => a - b)
    expect(attempts).toEqual(Array.from({ length: 40 }, (_, n) => n + 1))
    const { body } = await call<{ progress: SaveReply['progress'] }>('get')
    expect(body.progress).toMatchObject({ totalQuestions: 40, timeSpent: 480 })
  })

  test('returns the first result of a repeated answer, even if its content differs', async () => {
    const first = answer({ selectedOptionIds: ['b'] })
    await save(first)
    const { body } = await save({ ...first, selectedOptionIds: ['a'] })
    expect(body.result).toMatchObject({ isCorrect: false, points: 0, attempt: 1 })
    expect(body.progress.totalQuestions).toBe(1)
  })

  test('explains a repeated answer by the key that graded it, even if there is a newer one', async () => {
    const shown = await service.publishQuestion()
    const first = answer({ questionId: shown.questionId, questionVersion: undefined })
    const { body: taken } = await save(first)
    const options = shown.options.map((option) => ({ ...option, isCorrect: !option.isCorrect }))
    await service.publishQuestion({
      ...shown,
      version: 2,
      options,
      explanation: 'It is the other way round.',
    })
    await save(answer({ questionId: shown.questionId, questionVersion: 2 }))
    const { body: again } = await save(first)
    const earlier = { selectedOptionIds: ['a'], response: null }
    expect(again.result).toEqual({ ...taken.result, earlier })
    expect(again.progress.totalQuestions).toBe(2)
  })

  test('rejects an answer id that was used for another question', async () => {
    const first = answer()
    await save(first)
    const other = await service.publishQuestion()
    const reply = await save({ ...first, questionId: other.questionId })
    expect(reply).toMatchObject({ status: 409, body: { code: 'answer_id_reused' } })
  })

  test('accepts the same answer id from another learner', async () => {
    const body = answer()
    await save(body)
    const other = await replica.identity.token('learner')
    const reply = await call<SaveReply>('save', { body, as: other })
    expect(reply.body.progress).toMatchObject({ totalQuestions: 1, correctAnswers: 1 })
  })

  test('grades by the version that was shown, even after the question was revised', async () => {
    const shown = await service.publishQuestion()
    const options = shown.options.map((option) => ({ ...option, isCorrect: !option.isCorrect }))
    await service.publishQuestion({ ...shown, version: 2, options })
    const onFirst = await save(answer({ questionId: shown.questionId, questionVersion: 1 }))
    expect(onFirst.body.result).toMatchObject({ isCorrect: true, questionVersion: 1 })
    const onSecond = await save(answer({ questionId: shown.questionId, questionVersion: 2 }))
    expect(onSecond.body.result).toMatchObject({ isCorrect: false, questionVersion: 2 })
    const onNewest = await save(answer({ questionId: shown.questionId, questionVersion: undefined }))
    expect(onNewest.body.result.questionVersion).toBe(2)
  })

  test('accepts an answer as soon as its question is published', async () => {
    const fresh = await service.publishQuestion()
    expect((await save(answer({ questionId: fresh.questionId }))).status).toBe(200)
  })

  test('fetches a question that only the bank knows of, for all concurrent answers at once', async () => {
    const unknown = questionSnapshot({ version: 2 })
    service.bank.know(questionCreatedMessage({ ...unknown, version: 1 }))
    service.bank.know(questionCreatedMessage(unknown))
    const of = (questionVersion?: number) => answer({ questionId: unknown.questionId, questionVersion })
    const replies = await Promise.all([save(of(2)), save(of()), save(of(1)), save(of(1))])
    expect(replies.map(({ status, body }) => [status, body.result.questionVersion])).toEqual([
      [200, 2],
      [200, 2],
      [200, 1],
      [200, 1],
    ])
    expect((await save(of(3))).status).toBe(404)
  })

  test('rejects a bad answer without affecting good ones sent at the same moment', async () => {
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, n) => save(answer(n === 5 ? { selectedOptionIds: ['z'] } : {}))),
    )
    expect(replies.map((reply) => reply.status)).toEqual(
      Array.from({ length: 12 }, (_, n) => (n === 5 ? 400 : 200)),
    )
  })

  test.each<[string, number, string, string, object]>([
    ['no answer id', 400, 'invalid_request', 'Invalid request body', { answerId: undefined }],
    ['an id that isn’t a UUID', 400, 'invalid_request', 'Invalid request body', { questionId: '42' }],
    ['a negative time', 400, 'invalid_request', 'Invalid request body', { timeSpent: -1 }],
    ['half a second', 400, 'invalid_request', 'Invalid request body', { timeSpent: 1.5 }],
    ['a time of two days', 400, 'invalid_request', 'Invalid request body', { timeSpent: 172_800 }],
    ['an unknown time zone', 400, 'invalid_request', 'Invalid request body', { timeZone: 'Mars/Olympus' }],
    [
      'an option of another question',
      400,
      'invalid_answer',
      'Invalid progress data',
      { selectedOptionIds: ['z'] },
    ],
    ['no chosen option', 400, 'invalid_answer', 'Invalid progress data', { selectedOptionIds: undefined }],
    [
      'a clock years off',
      400,
      'unbelievable_time',
      'Invalid progress data',
      { answeredAt: '2099-01-01T00:00:00Z' },
    ],
    [
      'a year that isn’t a valid date',
      400,
      'invalid_request',
      'Invalid request body',
      { answeredAt: 'yesterday' },
    ],
    ['another user’s id', 403, 'user_id_mismatch', 'User ID mismatch', { userId: randomUUID() }],
    ['an unknown question', 404, 'question_not_found', 'Question not found', { questionId: randomUUID() }],
    ['an unknown version', 404, 'question_not_found', 'Question not found', { questionVersion: 99 }],
  ])('rejects %s with %i', async (_what, status, code, error, changes) => {
    const reply = await save(answer(changes))
    expect(reply).toMatchObject({ status, body: { success: false, code, error } })
    const { body } = await call<{ progress: SaveReply['progress'] }>('get')
    expect(body.progress.totalQuestions).toBe(0)
  })

  test('rejects malformed JSON with the catalog’s message', async () => {
    const reply = await save('{"answerId":')
    expect(reply).toMatchObject({ status: 400, body: { error: 'Invalid request body' } })
  })
})

describe('POST /api/progress/save/batch', () => {
  test('saves each answer of an offline queue independently, in any order, on its own day', async () => {
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString()
    const answers = [
      answer({ answeredAt: day(0) }),
      answer({ answeredAt: day(2) }),
      { nonsense: true },
      answer({ answeredAt: day(1) }),
      answer({ answeredAt: day(40) }),
    ]
    const { status, body } = await call<{
      results: { status: string; answerId: string | null }[]
      progress: SaveReply['progress']
    }>('save/batch', { body: { answers } })
    expect(status).toBe(200)
    expect(body.results.map((result) => result.status)).toEqual([
      'saved',
      'saved',
      'refused',
      'saved',
      'refused',
    ])
    expect(body.progress).toMatchObject({ totalQuestions: 3, currentStreak: 3, longestStreak: 3 })
  })

  test('returns badges with the answer that earned them, once, and publishes them', async () => {
    const category = 'Only here'
    const { questionId } = await service.publishQuestion({ category })
    await service.publishBadge({
      badgeId: 'two-right',
      rule: { measure: 'correctAnswers', atLeast: 2, category },
    })
    const newBadges = async (as = token) => {
      const { body } = await call<SaveReply>('save', { body: answer({ questionId }), as })
      return body.newBadges.map((badge) => badge.id)
    }
    // A definition takes time to arrive; another learner's answers show when it has.
    await expect
      .poll(
        async () => {
          const probe = await replica.identity.token('learner')
          await newBadges(probe)
          return newBadges(probe)
        },
        { interval: 200 },
      )
      .toEqual(['two-right'])
    expect(await newBadges()).toEqual([])
    expect(await newBadges()).toEqual(['two-right'])
    expect(await newBadges()).toEqual([])
    const { body } = await call<{ progress: { achievements: object } }>('get')
    expect(body.progress.achievements).toMatchObject({
      badges: [{ id: 'two-right', name: 'two-right', rarity: 'rare', points: 25 }],
      totalPoints: 10 + 8 + 25 + 6,
    })
    await expect
      .poll(() => service.heard('progress.badge.earned.v1'))
      .toContainEqual(
        expect.objectContaining({ learnerId, badgeId: 'two-right', title: 'two-right', rarity: 'rare' }),
      )
  })

  test('publishes nothing about the learner with an answer event', async () => {
    const body = answer({ sessionId: 'my-session' })
    await save(body)
    await expect
      .poll(() => service.heard('progress.answer.submitted.v2'))
      .toContainEqual(expect.objectContaining({ answerId: body.answerId, isCorrect: true }))
    const published = (await service.heard('progress.answer.submitted.v2')) as { answerId: string }[]
    const mine = published.find((data) => data.answerId === body.answerId)
    expect(Object.keys(mine ?? {})).not.toContain('answeredAt')
    expect(JSON.stringify(mine)).not.toContain('my-session')
  })

  test('rejects a batch of 501 answers as a whole', async () => {
    const answers = Array.from({ length: 501 }, () => answer())
    expect((await call('save/batch', { body: { answers } })).status).toBe(400)
  })
})

describe('GET /api/progress', () => {
  test('returns zeros, not 404, before the first answer', async () => {
    const { status, body } = await call<{ progress: object }>('get')
    expect(status).toBe(200)
    expect(body.progress).toMatchObject({
      totalQuestions: 0,
      accuracy: 0,
      currentStreak: 0,
      lastActivity: null,
      sectionProgress: [],
      achievements: { totalPoints: 0, level: 1 },
    })
  })

  test('reports the same numbers in progress, dashboard and history', async () => {
    await save(answer())
    await save(answer({ selectedOptionIds: ['b'] }))
    const progress = (await call<{ progress: Record<string, unknown[]> }>('get')).body.progress
    expect(progress.sectionProgress).toMatchObject([
      { section: 'JavaScript', totalQuestions: 2, accuracy: 50 },
    ])
    expect(progress.weeklyProgress).toMatchObject([{ questionsAnswered: 2 }])
    expect(progress.monthlyProgress).toMatchObject([{ questionsAnswered: 2, streakDays: 1 }])
    expect(progress.learningPaths).toMatchObject([{ pathId: 'javascript-deep-dive' }])
    const { dashboard } = (await call<{ dashboard: Record<string, unknown[]> }>('dashboard')).body
    expect(dashboard).toMatchObject({
      averageScore: 50,
      completionRate: 100,
      totalPoints: 10,
      currentStreak: 1,
    })
    expect(dashboard.weeklyProgress).toHaveLength(7)
    expect(dashboard.monthlyProgress).toHaveLength(30)
    expect(dashboard.weeklyProgress?.at(-1)).toMatchObject({ questionsAnswered: 2, points: 10 })
    expect(dashboard.topCategories).toEqual([{ category: 'JavaScript', score: 50, questionsCompleted: 2 }])
    expect(dashboard.ranking).toEqual({ strongest: [], toPractice: [] })
    const ids = `${question.questionId},${randomUUID()}`
    const { marks } = (await call<{ marks: object[] }>(`questions?ids=${ids}`)).body
    expect(marks).toEqual([{ questionId: question.questionId, isCorrect: false }])
    expect(dashboard.recentActivity).toMatchObject([{ points: 0 }, { points: 10 }])
    const history = await call<{ history: object[]; pagination: object }>('history?page=2&pageSize=1')
    expect(history.body.history).toMatchObject([{ answeredCorrectly: true, points: 10 }])
    expect(history.body.pagination).toMatchObject({ page: 2, totalCount: 2, hasNext: false, hasPrev: true })
  })

  test.each([
    'page=-1',
    'page=1e9',
    'page=1000000000',
    'pageSize=0',
    'pageSize=101',
    'page=x',
    'page=1&page=2',
  ])('history?%s returns 400', async (query) => {
    expect((await call(`history?${query}`)).status).toBe(400)
  })

  test('returns an empty page, not an error, at the deepest page number', async () => {
    const { status, body } = await call<{ history: object[] }>('history?page=1000000&pageSize=100')
    expect({ status, history: body.history }).toEqual({ status: 200, history: [] })
  })
})

describe('access', () => {
  test.each(['get', 'dashboard', 'history'])(
    '%s returns 401 to visitors and forged tokens, 403 to admins',
    async (path) => {
      expect((await fetch(`${service.url}/api/progress/${path}`)).status).toBe(401)
      expect((await call(path, { as: await replica.identity.token('admin') })).status).toBe(403)
      expect((await call(path, { as: await replica.identity.forgedToken('learner') })).status).toBe(401)
    },
  )
  test('rejects answers from an admin', async () => {
    const as = await replica.identity.token('super_admin')
    expect((await call('save', { body: answer(), as })).status).toBe(403)
  })
})
