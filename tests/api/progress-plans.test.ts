import { randomUUID } from 'node:crypto'
import type { PlanProgress } from '@rehearse/contracts'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Call, newLearner } from '../support/client.ts'
import { answerTo, newQuestion } from '../support/questions.ts'

const template = 'two-day'
interface One {
  plan: PlanProgress
}

let call: Call
beforeAll(async () => {
  const somebody = (await newLearner()).call
  await vi.waitFor(async () => expect((await move('start', template, somebody)).status).toBe(200))
})
beforeEach(async () => {
  call = (await newLearner()).call
})

const move = (what: string, planId: string, as = call, headers = {}) =>
  as<One>(`/api/progress/plans/${planId}/${what}`, {
    method: 'POST',
    body: { timeZone: 'Europe/Berlin' },
    headers,
  })
const plans = async () => (await call<{ plans: PlanProgress[] }>('/api/progress/plans')).body.plans
const answerIn = async (planId: string) => {
  const question = await newQuestion({ category: 'CSS' })
  const reply = await call('/api/progress/save', {
    body: { ...answerTo(question), learningMode: 'guided', planId },
  })
  expect(reply.status).toBe(200)
}

describe('a guided plan', () => {
  test('starts, and counts its answers by day and section', async () => {
    const { status, body } = await move('start', template)
    expect(status).toBe(200)
    expect(body.plan).toMatchObject({
      origin: 'template',
      state: 'running',
      currentDay: 1,
      questionsCompleted: 0,
    })
    expect(body.plan.days).toHaveLength(2)
    await answerIn(template)
    const [plan] = await plans()
    expect(plan).toMatchObject({ questionsCompleted: 1, correctAnswers: 1, progress: 1 })
    expect(plan?.days[0]).toEqual({ day: 1, target: 75, done: 1, correct: 1 })
    expect(plan?.sections.find(({ category }) => category === 'CSS')).toMatchObject({ done: 1, correct: 1 })
    expect(plan?.sections.reduce((sum, { target }) => sum + target, 0)).toBe(150)
    expect((await move('start', template)).body.plan.questionsCompleted).toBe(1)
  })

  test('is paused and resumed; repeating a command changes nothing', async () => {
    await move('start', template)
    expect((await move('pause', template)).body.plan.state).toBe('paused')
    expect((await move('pause', template)).body.plan.state).toBe('paused')
    expect((await move('start', template)).body.plan.state).toBe('running')
    expect((await move('pause', template)).body.plan.state).toBe('paused')
  })

  test('restarts', async () => {
    await move('start', template)
    await answerIn(template)
    expect((await move('reset', template)).body.plan).toMatchObject({
      state: 'running',
      questionsCompleted: 0,
    })
    await answerIn(template)
    expect((await plans())[0]).toMatchObject({ questionsCompleted: 1 })
  })

  test("restarts once per idempotency key, and the key can't be reused for another command", async () => {
    const [started, restarted] = [randomUUID(), randomUUID()].map((key) => ({ 'idempotency-key': key }))
    await move('start', template, call, started)
    await move('reset', template, call, restarted)
    await answerIn(template)
    expect((await move('reset', template, call, restarted)).body.plan.questionsCompleted).toBe(1)
    await move('pause', template)
    expect((await move('start', template, call, started)).body.plan.state).toBe('paused')
    expect(await move('pause', template, call, started)).toMatchObject({
      status: 409,
      body: { code: 'idempotency_key_reused' },
    })
  })

  test("can't be paused or reset before it started; an unknown one is a 404", async () => {
    for (const what of ['pause', 'reset']) {
      expect(await move(what, template)).toMatchObject({ status: 409, body: { code: 'plan_not_started' } })
    }
    expect(await move('start', 'no-plan')).toMatchObject({ status: 404, body: { code: 'plan_not_found' } })
  })
})

describe('a custom plan', () => {
  const make = (changes: object = {}) =>
    call<One>('/api/progress/plans', {
      body: { planId: randomUUID(), name: 'My week', duration: 7, totalQuestions: 70, ...changes },
    })

  test('is created once, changed, started, and deleted', async () => {
    const planId = randomUUID()
    const made = await make({ planId })
    expect(made).toMatchObject({
      status: 201,
      body: { plan: { planId, origin: 'own', state: 'not-started' } },
    })
    expect((await make({ planId })).body.plan).toEqual(made.body.plan)
    expect(made.body.plan.days.map(({ target }) => target)).toEqual([10, 10, 10, 10, 10, 10, 10])
    const changed = await call<One>(`/api/progress/plans/${planId}`, {
      method: 'PUT',
      body: { name: 'My days', duration: 2, totalQuestions: 30 },
    })
    expect(changed.body.plan).toMatchObject({ name: 'My days', dailyQuestions: 15 })
    expect((await move('start', planId)).body.plan.state).toBe('running')
    expect(await plans()).toHaveLength(1)
    expect((await call(`/api/progress/plans/${planId}`, { method: 'DELETE' })).status).toBe(200)
    expect((await call(`/api/progress/plans/${planId}`, { method: 'DELETE' })).status).toBe(200)
    expect(await plans()).toEqual([])
  })

  test('is created once per idempotency key', async () => {
    const body = { name: 'My week', duration: 7 }
    const make = (key: string) =>
      call<One>('/api/progress/plans', { body, headers: { 'idempotency-key': key } })
    const made = await make('my-week')
    expect(await make('my-week')).toMatchObject({ status: 201, body: made.body })
    expect((await make('no key')).status).toBe(400)
    expect(await plans()).toEqual([made.body.plan])
  })

  test('is private', async () => {
    const { body } = await make()
    const { planId } = body.plan
    const stranger = (await newLearner()).call
    const path = `/api/progress/plans/${planId}`
    expect((await stranger(path, { method: 'PUT', body: { name: 'Mine' } })).status).toBe(404)
    expect((await move('start', planId, stranger)).status).toBe(404)
    await stranger(path, { method: 'DELETE' })
    expect((await plans())[0]?.name).toBe('My week')
  })

  test.each<[string, object]>([
    ['no name', { name: '' }],
    ['no days', { duration: 0 }],
    ['half a day', { duration: 0.5 }],
    ['a thousand days', { duration: 1_000 }],
    ['a million questions', { totalQuestions: 1_000_000 }],
    ['an invalid id', { planId: 'mine' }],
    [
      '21 sections',
      { sections: Array.from({ length: 21 }, (_, n) => ({ id: `s-${n}`, name: 'S', category: 'CSS' })) },
    ],
  ])('with %s is rejected', async (_what, changes) => {
    expect((await make(changes)).status).toBe(400)
  })
})
