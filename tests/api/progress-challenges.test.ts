import { randomUUID } from 'node:crypto'
import type {
  Challenge,
  ChallengeHistoryEntry,
  ChallengeProgress,
  Dashboard,
  Progress,
} from '@rehearse/contracts'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Call, newLearner, superAdmin } from '../support/client.ts'

interface Attempted {
  result: { points: number; completed: boolean; pointsAdded: number }
  progress: { timeSpent: number; currentStreak: number; achievements: { totalPoints: number } }
}

let challengeId: string
let call: Call
beforeAll(async () => {
  const asAdmin = await superAdmin()
  const { body } = await asAdmin<{ data: Challenge[] }>('/api/challenges')
  const { id: _, order: __, createdAt: ___, updatedAt: ____, ...document } = body.data[0] as Challenge
  const made = await asAdmin<{ data: Challenge }>('/api/challenges', {
    body: { ...document, title: `Centre a box ${randomUUID()}`, difficulty: 'medium', category: 'css' },
  })
  challengeId = made.body.data.id
  const somebody = (await newLearner()).call
  await vi.waitFor(async () => expect((await attempt({ completed: false }, somebody)).status).toBe(200))
})
beforeEach(async () => {
  call = (await newLearner()).call
})

const attempt = (changes: object = {}, as = call) =>
  as<Attempted>('/api/progress/challenges', {
    body: {
      attemptId: randomUUID(),
      challengeId,
      code: { css: 'div { place-content: center }' },
      results: [{ testId: 'centred', passed: true, got: 'true' }],
      score: 10,
      maxScore: 10,
      completed: true,
      timeSpent: 2.5,
      timeZone: 'Europe/Berlin',
      ...changes,
    },
  })
const solution = async (as = call) =>
  (await as<{ data: Challenge }>(`/api/challenges/${challengeId}`)).body.data.solution

test("the learner's own list shows the progress on each challenge, and no one else's", async () => {
  const mine = async () => {
    const { body } = await call<{ challenges: ChallengeProgress[] }>('/api/progress/challenges')
    return body.challenges
  }
  expect(await mine()).toEqual([])
  await attempt({ completed: false })
  await attempt({ score: 8 })
  await attempt({ score: 3 })
  expect(await mine()).toEqual([{ challengeId, attempts: 3, best: 0.8, opened: 'passed' }])
})

describe('an attempt', () => {
  test('that completes the challenge earns a share of 50 points, and minutes count as seconds', async () => {
    const { status, body } = await attempt({ score: 7 })
    expect(status).toBe(200)
    expect(body.result).toEqual({ points: 35, completed: true, pointsAdded: 35 })
    expect(body.progress).toMatchObject({ timeSpent: 150, currentStreak: 1 })
    expect(body.progress.achievements.totalPoints).toBeGreaterThanOrEqual(35)
  })

  test("that doesn't complete it earns no points", async () => {
    const { body } = await attempt({ completed: false })
    expect(body.result).toEqual({ points: 0, completed: false, pointsAdded: 0 })
    expect(body.progress.achievements.totalPoints).toBe(0)
  })

  test('sent twenty times at once counts once, and every response is the same', async () => {
    const attemptId = randomUUID()
    const replies = await Promise.all(Array.from({ length: 20 }, () => attempt({ attemptId, score: 8 })))
    for (const reply of replies) {
      expect(reply).toMatchObject({ status: 200, body: { result: { points: 40, pointsAdded: 40 } } })
    }
    const { body } = await call<{ progress: Progress }>('/api/progress/get')
    expect(body.progress.timeSpent).toBe(150)
  })

  test('counts if it is the best one of its challenge', async () => {
    const first = await attempt({ score: 6 })
    const before = first.body.progress.achievements.totalPoints
    expect((await attempt({ score: 5 })).body.result).toEqual({ points: 25, completed: true, pointsAdded: 0 })
    const best = await attempt({ score: 10 })
    expect(best.body.result).toEqual({ points: 50, completed: true, pointsAdded: 20 })
    expect(best.body.progress.achievements.totalPoints).toBe(before + 20)
    const { body } = await call<{ progress: Progress }>('/api/progress/get')
    expect(body.progress.challenges).toEqual({ completed: 1, points: 50 })
  })

  test('appears in history and recent activity', async () => {
    await attempt({ score: 7 })
    const history = await call<{ history: ChallengeHistoryEntry[] }>('/api/progress/history?type=challenge')
    expect(history.body.history).toEqual([
      expect.objectContaining({
        type: 'challenge',
        challengeId,
        score: 7,
        maxScore: 10,
        completed: true,
        timeSpent: 2.5,
        points: 35,
        difficulty: 'intermediate',
      }),
    ])
    expect(JSON.stringify(history.body)).not.toContain('place-content')
    const { body } = await call<{ dashboard: Dashboard }>('/api/progress/dashboard')
    expect(body.dashboard.recentActivity[0]).toMatchObject({ type: 'challenge', points: 35, isCorrect: true })
  })

  test.each<[string, object]>([
    ['a score above the maximum', { score: 11 }],
    ['a negative score', { score: -1 }],
    ['a maximum score of 0', { score: 0, maxScore: 0 }],
    ['no attempt id', { attemptId: undefined }],
    ['a negative time', { timeSpent: -1 }],
    ['a week of minutes', { timeSpent: 10_080 }],
    ['code that is too long', { code: { javascript: 'x'.repeat(50_001) } }],
    ['101 results', { results: Array.from({ length: 101 }, () => ({ passed: true })) }],
    ['a time a year ahead', { attemptedAt: new Date(Date.now() + 365 * 86_400_000).toISOString() }],
    ['a time a year ago', { attemptedAt: new Date(Date.now() - 365 * 86_400_000).toISOString() }],
  ])('with %s is rejected', async (_what, changes) => {
    expect((await attempt(changes)).status).toBe(400)
  })

  test("at an unknown challenge is a 404, and with the id of another challenge's attempt a 409", async () => {
    expect(await attempt({ challengeId: 'no-such-challenge' })).toMatchObject({
      status: 404,
      body: { code: 'challenge_not_found' },
    })
    const attemptId = randomUUID()
    await attempt({ attemptId })
    const { body } = await call<{ data: Challenge[] }>('/api/challenges')
    const other = body.data.find(({ id }) => id !== challengeId)?.id
    expect(await attempt({ attemptId, challengeId: other })).toMatchObject({
      status: 409,
      body: { code: 'attempt_id_reused' },
    })
  })
})

describe('the solution of a challenge', () => {
  test('opens for learners who completed the challenge, and for no one else', async () => {
    const stranger = (await newLearner()).call
    await attempt({ completed: false })
    expect(await solution()).toBeUndefined()
    await attempt()
    await expect.poll(() => solution()).toBeDefined()
    expect(await solution(stranger)).toBeUndefined()
  })

  test('opens permanently for learners who give up', async () => {
    const giveUp = () =>
      call<{ reason: string }>(`/api/progress/challenges/${challengeId}/give-up`, { method: 'POST' })
    expect(await giveUp()).toMatchObject({ status: 200, body: { reason: 'given-up' } })
    expect((await giveUp()).body.reason).toBe('given-up')
    await expect.poll(() => solution()).toBeDefined()
    expect((await attempt()).body.result.points).toBe(50)
    expect((await giveUp()).body.reason).toBe('given-up')
  })

  test('of a completed challenge needs no giving up; an unknown challenge has none', async () => {
    await attempt()
    const reply = await call<{ reason: string }>(`/api/progress/challenges/${challengeId}/give-up`, {
      method: 'POST',
    })
    expect(reply.body.reason).toBe('passed')
    expect((await call('/api/progress/challenges/nothing/give-up', { method: 'POST' })).status).toBe(404)
  })
})
