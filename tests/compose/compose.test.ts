import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Progress, PublicQuestion } from '@rehearse/contracts'
import { freePorts } from '@rehearse/local-platform'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Compose, composeProject } from './compose.ts'

let url: string
let compose: Compose

beforeAll(async () => {
  const [platform = 0, runner = 0] = await freePorts(2)
  url = `http://localhost:${platform}`
  compose = await composeProject(`rehearse-test-${randomUUID().slice(0, 8)}`, { platform, runner })
  await compose.up()
  await ready()
}, 900_000)
afterAll(() => compose.down({ volumes: true }), 120_000)

async function ready(): Promise<void> {
  const deadline = Date.now() + 120_000
  for (;;) {
    const healthy = await fetch(`${url}/api/health`).then(
      (reply) => reply.ok,
      () => false,
    )
    if (healthy) return
    if (Date.now() > deadline) throw new Error('the platform did not become healthy within two minutes')
    await pause(500)
  }
}

async function call<Body>(path: string, body?: object, token?: string): Promise<Body> {
  const reply = await fetch(`${url}${path}`, {
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  return (await reply.json()) as Body
}

test('an answer is counted, and still is after `down` and `up`', { timeout: 300_000 }, async () => {
  const credentials = { email: `${randomUUID()}@rehearse.test`, password: 'in a container' }
  const { token } = await call<{ token: string }>('/api/auth/register', {
    ...credentials,
    confirmPassword: credentials.password,
    name: 'Ada Lovelace',
  })
  const { data } = await call<{ data: PublicQuestion[] }>(
    '/api/questions/unified?type=multiple-choice&pageSize=1',
  )
  const question = data[0] as PublicQuestion
  const answer = {
    answerId: randomUUID(),
    questionId: question.id,
    selectedOptionIds: [question.options[0]?.id],
    timeSpent: 3,
  }
  const saved = await call<{ progress: Progress }>('/api/progress/save', answer, token)
  expect(saved.progress.totalQuestions).toBe(1)

  await compose.down()
  await compose.up()
  await ready()
  const again = await call<{ token: string }>('/api/auth/login', credentials)
  const { progress } = await call<{ progress: Progress }>('/api/progress/get', undefined, again.token)
  expect(progress.totalQuestions).toBe(1)
  const repeated = await call<{ progress: Progress }>('/api/progress/save', answer, again.token)
  expect(repeated.progress.totalQuestions).toBe(1)
})
