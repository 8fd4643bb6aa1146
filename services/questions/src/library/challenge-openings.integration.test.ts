import { randomUUID } from 'node:crypto'
import { type ChallengeOpenedMessage, progressSubjects } from '@rehearse/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FilledService, startFilledService } from '../testing/filled-service.ts'

let service: FilledService
const code = { html: '<p>the-solution</p>', css: '', javascript: '' }
const challenge = (id: string) => ({
  id,
  title: id,
  description: 'Build it.',
  category: 'html',
  difficulty: 'easy',
  starterCode: { ...code, html: '' },
  testCases: [{ id: 'one', name: 'One', type: 'html', input: '1', expectedOutput: '1' }],
  solution: code,
  complexity: 'O(1)',
  otherSolutions: [{ title: 'the-solution in one line', javascript: '1' }],
  explanation: 'the-solution, explained',
})

beforeAll(async () => {
  service = await startFilledService('open_challenges')
  for (const id of ['menu', 'form'])
    await service.call('POST /api/challenges', { as: 'admin', body: challenge(id) })
})
afterAll(() => service.close())

const opened = (learnerId: string, reason: 'passed' | 'given-up'): ChallengeOpenedMessage => ({
  id: randomUUID(),
  type: 'ChallengeOpened',
  version: 1,
  occurredAt: new Date().toISOString(),
  correlationId: null,
  causationId: null,
  data: { learnerId, challengeId: 'menu', reason },
})

async function publish(message: ChallengeOpenedMessage): Promise<void> {
  const js = await service.nats.jetstream()
  await js.publish(progressSubjects.challengeOpened, JSON.stringify(message))
}

const asLearner = async (id: string) => ({
  headers: { authorization: `Bearer ${await service.identity.token('learner', { id })}` },
})

test('shows a solution only to learners who have passed the challenge or given up', async () => {
  const [passed, other] = [randomUUID(), randomUUID()]
  const closed = await service.call('GET /api/challenges/menu', await asLearner(passed))
  expect(closed.text).not.toContain('the-solution')
  const message = opened(passed, 'given-up')
  await publish(message)
  await publish(message)
  await publish(opened(passed, 'passed'))
  await expect
    .poll(async () => (await service.call('GET /api/challenges/menu', await asLearner(passed))).body, {
      timeout: 60_000,
    })
    .toMatchObject({
      data: {
        solution: code,
        complexity: 'O(1)',
        otherSolutions: [{ title: 'the-solution in one line' }],
        explanation: 'the-solution, explained',
      },
    })

  const mine = await service.call('GET /api/challenges/menu', await asLearner(passed))
  expect(mine.headers.get('cache-control')).toBe('private, no-cache')
  const list = await service.call<{ data: { id: string }[] }>('GET /api/challenges', await asLearner(passed))
  expect(list.body.data.filter((one) => 'solution' in one).map(({ id }) => id)).toEqual(['menu'])
  for (const given of [await asLearner(other), {}]) {
    const reply = await service.call('GET /api/challenges/menu', given)
    expect(reply.status).toBe(200)
    expect(reply.text).not.toContain('the-solution')
    // A response cached for one learner isn't served to another.
    const { headers = {} } = given as { headers?: Record<string, string> }
    const etag = mine.headers.get('etag') ?? ''
    expect(
      (await service.call('GET /api/challenges/menu', { headers: { ...headers, 'if-none-match': etag } }))
        .status,
    ).toBe(200)
  }
  expect((await service.call('GET /api/challenges/form', await asLearner(passed))).text).not.toContain(
    'the-solution',
  )
})
