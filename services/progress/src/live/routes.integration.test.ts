import { randomUUID } from 'node:crypto'
import { type ProgressChange, progressChange, type QuestionSnapshot } from '@rehearse/contracts'
import { testNats } from '@rehearse/testing'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type OpenStream, openStream } from '../testing/open-stream.ts'
import { progressDatabase } from '../testing/progress-database.ts'
import { type ProgressService, startProgressService } from '../testing/progress-service.ts'

const soon = { interval: 20 }
let service: ProgressService
let second: ProgressService
let question: QuestionSnapshot
const open: OpenStream[] = []

beforeAll(async () => {
  const [database, nats] = await Promise.all([progressDatabase('progress'), testNats()])
  service = await startProgressService(database, nats.url)
  second = await startProgressService(database, nats.url)
  question = await service.publishQuestion()
})
afterAll(async () => {
  for (const stream of open) stream.close()
  await service?.close()
  await second?.close()
})

/** All services check tokens with the keys of the identity service that started last. */
async function newLearner() {
  const sessionId = randomUUID()
  return { sessionId, token: await second.identity.token('learner', { sessionId }) }
}
type Learner = Awaited<ReturnType<typeof newLearner>>

async function listen(learner: Learner, lastEventId?: string, on = service): Promise<OpenStream> {
  const stream = await openStream(`${on.url}/api/progress/stream`, learner.token, lastEventId)
  open.push(stream)
  return stream
}

async function answer(learner: Learner, on = service): Promise<void> {
  const { questionId } = question
  const body = {
    answerId: randomUUID(),
    questionId,
    selectedOptionIds: ['a'],
    timeSpent: 3,
    learningMode: 'free-style',
  }
  const reply = await fetch(`${on.url}/api/progress/save`, {
    method: 'POST',
    headers: { authorization: `Bearer ${learner.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect([reply.status, await reply.json()]).toMatchObject([200, { success: true }])
}

const totals = (stream: OpenStream) =>
  stream.messages.map(({ data }) => changeOf(data).progress.totalQuestions)
const changeOf = (data: string): ProgressChange => progressChange.parse(JSON.parse(data))

describe('GET /api/progress/stream', () => {
  test('starts with the current state and sends each change to every open tab, whichever replica saved it', async () => {
    const learner = await newLearner()
    const tabs = [await listen(learner), await listen(learner), await listen(learner, undefined, second)]
    for (const tab of tabs) await vi.waitFor(() => expect(totals(tab)).toEqual([0]), soon)
    await answer(learner)
    for (const tab of tabs) await vi.waitFor(() => expect(totals(tab).at(-1)).toBe(1), soon)
    await answer(learner, second)
    for (const tab of tabs) await vi.waitFor(() => expect(totals(tab).at(-1)).toBe(2), soon)
    expect(changeOf(tabs[0]?.messages.at(-1)?.data ?? '').happened).toEqual(['AnswerSubmitted'])
    expect(tabs[0]?.messages.every(({ event }) => event === 'progress')).toBe(true)
  })

  test('sends a learner no other learner’s changes', async () => {
    const [learner, other] = [await newLearner(), await newLearner()]
    const stream = await listen(learner)
    await vi.waitFor(() => expect(totals(stream)).toEqual([0]), soon)
    await answer(other)
    await answer(learner)
    await vi.waitFor(() => expect(totals(stream)).toEqual([0, 1]), soon)
  })

  test('resumes where a client stopped and sends missed changes first, once', async () => {
    const learner = await newLearner()
    const before = await listen(learner)
    await vi.waitFor(() => expect(before.messages).toHaveLength(1), soon)
    before.close()
    await answer(learner)
    await answer(learner)
    const after = await listen(learner, before.messages[0]?.id)
    await vi.waitFor(() => expect(totals(after)).toEqual([2]), soon)
    expect(changeOf(after.messages[0]?.data ?? '').happened).toContain('AnswerSubmitted')
    const upToDate = await listen(learner, after.messages[0]?.id)
    await answer(learner)
    await vi.waitFor(() => expect(totals(upToDate)).toEqual([3]), soon)
  })

  test('restarts for a client whose position is beyond a restored log', async () => {
    const learner = await newLearner()
    const stream = await listen(learner, '1000000000000')
    await vi.waitFor(() => expect(totals(stream)).toEqual([0]), soon)
    await answer(learner)
    await vi.waitFor(() => expect(totals(stream)).toEqual([0, 1]), soon)
  })

  test('misses no change while it opens: the last message is always the last state', async () => {
    const learner = await newLearner()
    let isAnswering = true
    const answering = (async () => {
      for (let turn = 0; turn < 30; turn += 1) await answer(learner)
      isAnswering = false
    })()
    const streams: OpenStream[] = []
    while (isAnswering && streams.length < 15) streams.push(await listen(learner))
    await answering
    for (const stream of streams) {
      await vi.waitFor(() => expect(totals(stream).at(-1)).toBe(30), soon)
      const positions = stream.messages.map(({ id }) => Number(id))
      expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b))
    }
  })

  test('ends when the session ends', async () => {
    const learner = await newLearner()
    const stream = await listen(learner)
    await vi.waitFor(() => expect(stream.messages).toHaveLength(1), soon)
    await second.identity.endSession(learner.sessionId)
    await vi.waitFor(() => expect(stream.hasEnded).toBe(true), soon)
  })

  test('accepts 20 tabs of a learner', async () => {
    const learner = await newLearner()
    for (let tab = 0; tab < 20; tab += 1) await listen(learner)
    await expect(listen(learner)).rejects.toThrow('429')
    open.at(-1)?.close()
    await vi.waitFor(() => listen(learner), soon)
  })

  test('rejects visitors', async () => {
    expect((await fetch(`${service.url}/api/progress/stream`)).status).toBe(401)
  })
})

test('ends at once when the service closes', async () => {
  const [database, nats] = await Promise.all([progressDatabase('progress'), testNats()])
  const closing = await startProgressService(database, nats.url)
  const token = await closing.identity.token('learner')
  const stream = await openStream(`${closing.url}/api/progress/stream`, token)
  await vi.waitFor(() => expect(stream.messages).toHaveLength(1), soon)
  await closing.close()
  await vi.waitFor(() => expect(stream.hasEnded).toBe(true), soon)
})
