import { randomUUID } from 'node:crypto'
import type { DayAnalytics, LearningSession, Pagination } from '@rehearse/contracts'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Call, newLearner } from '../support/client.ts'
import { answerTo, newQuestion } from '../support/questions.ts'

interface One {
  session: LearningSession
}
let call: Call
beforeEach(async () => {
  call = (await newLearner()).call
})
const begin = (changes: object = {}) =>
  call<One>('/api/progress/sessions', {
    body: { sessionId: randomUUID(), timeZone: 'Europe/Berlin', ...changes },
  })
const change = (sessionId: string, body: object, as = call) =>
  as<One>(`/api/progress/sessions/${sessionId}`, { method: 'PATCH', body })
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

describe('a learning session', () => {
  test('starts once, counts the answers with its id, and ends', async () => {
    const sessionId = randomUUID()
    const begun = await begin({ sessionId, startTime: ago(30) })
    expect(begun).toMatchObject({
      status: 200,
      body: { session: { sessionId, endTime: null, questionsAnswered: 0 } },
    })
    expect((await begin({ sessionId })).body.session).toEqual(begun.body.session)

    const question = await newQuestion({ category: 'HTML' })
    for (const [asked, right] of [
      [question, true],
      [question, false],
      [await newQuestion({ category: 'HTML' }), false],
    ] as const) {
      const answer = { ...answerTo(asked, { right }), sessionId }
      expect((await call('/api/progress/save', { body: answer })).status).toBe(200)
    }
    // Each question counts once, by its first attempt.
    const endTime = ago(1)
    expect((await change(sessionId, { endTime })).body.session).toMatchObject({
      endTime,
      questionsAnswered: 2,
      correctAnswers: 1,
      timeSpent: 21,
      sections: ['HTML'],
    })
    const list = await call<{ sessions: LearningSession[]; pagination: Pagination }>('/api/progress/sessions')
    expect(list.body.sessions.map((session) => session.sessionId)).toEqual([sessionId])
    expect(list.body.pagination.totalCount).toBe(1)
  })

  test('is private', async () => {
    const { body } = await begin()
    const { sessionId } = body.session
    const stranger = (await newLearner()).call
    expect((await stranger(`/api/progress/sessions/${sessionId}`)).status).toBe(404)
    expect((await change(sessionId, { endTime: ago(0) }, stranger)).status).toBe(404)
    expect((await call<One>(`/api/progress/sessions/${sessionId}`)).body.session.endTime).toBeNull()
  })

  test.each<[string, object]>([
    ['in the future', { startTime: ago(-60) }],
    ['31 days ago', { startTime: ago(31 * 24 * 60) }],
    ['in an unknown time zone', { timeZone: 'Mars/Olympus' }],
    ['without an id', { sessionId: undefined }],
    ['in an unknown mode', { learningMode: 'asleep' }],
  ])('that starts %s is rejected', async (_what, changes) => {
    expect((await begin(changes)).status).toBe(400)
  })

  test("can't end before it starts, or in the future", async () => {
    const { body } = await begin({ startTime: ago(10) })
    for (const endTime of [ago(20), ago(-60)]) {
      expect(await change(body.session.sessionId, { endTime })).toMatchObject({
        status: 400,
        body: { code: 'unbelievable_time' },
      })
    }
  })
})

describe('daily analytics', () => {
  const analytics = (query = '') =>
    call<{ from: string; to: string; analytics: DayAnalytics[] }>(`/api/progress/analytics${query}`)

  test('has a row for each day, with what was done on it', async () => {
    await begin()
    const question = await newQuestion()
    for (const right of [true, false]) {
      await call('/api/progress/save', { body: answerTo(question, { right }) })
    }
    const { status, body } = await analytics()
    expect(status).toBe(200)
    expect(body.analytics).toHaveLength(30)
    expect(body.analytics.at(-1)).toMatchObject({
      date: body.to,
      questionsAnswered: 2,
      correctAnswers: 1,
      accuracy: 50,
      sessions: 1,
      timeSpent: 14,
      points: 10,
      challengesAttempted: 0,
    })
    expect(body.analytics[0]).toMatchObject({ date: body.from, questionsAnswered: 0, accuracy: 0 })
  })

  test.each([
    ['from=2026-01-01&to=2026-12-31', 200],
    ['from=2024-01-01&to=2024-12-31', 200],
    ['from=2024-01-01&to=2025-01-01', 400],
    ['from=2026-02-02&to=2026-02-01', 400],
    ['from=2026-02-30', 400],
    ['from=yesterday', 400],
  ])('?%s gets a %i', async (query, status) => {
    expect((await analytics(`?${query}`)).status).toBe(status)
  })
})
