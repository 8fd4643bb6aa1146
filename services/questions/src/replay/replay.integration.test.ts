import { randomUUID } from 'node:crypto'
import {
  type QuestionLookupRequest,
  type QuestionMessage,
  type QuestionReplayRequest,
  questionMessage,
  questionReplayPage,
  questionReplaySubject,
  type ReplayedMessage,
  streams,
} from '@rehearse/contracts'
import { lookUpQuestion } from '@rehearse/service-kit'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type FilledService, startFilledService, unified } from '../testing/filled-service.ts'
import { questionRow } from '../testing/question-body.ts'

let service: FilledService
beforeAll(async () => {
  service = await startFilledService('answer_replays')
})
afterAll(() => service.close())

async function ask(request: QuestionReplayRequest) {
  const connection = await service.nats.connection
  const reply = await connection.request(questionReplaySubject, JSON.stringify(request), { timeout: 60_000 })
  return questionReplayPage.parse(reply.json())
}

const lookedUp = (request: QuestionLookupRequest): Promise<QuestionMessage | null> =>
  lookUpQuestion(service.nats, request)

const isOfQuestion = (message: ReplayedMessage): message is QuestionMessage =>
  message.type.startsWith('Question')

/** Replays everything, as a consumer with an empty database does. */
async function everything(limit: number): Promise<ReplayedMessage[]> {
  const all: ReplayedMessage[] = []
  for (let after: QuestionReplayRequest['after'] = null; ; ) {
    const page = await ask({ after, limit })
    all.push(...page.messages)
    if (page.next === null) return all
    after = page.next
  }
}

const allQuestions = async (limit: number) => (await everything(limit)).filter(isOfQuestion)

async function published(count: number): Promise<QuestionMessage[]> {
  const js = await service.nats.jetstream()
  const consumer = await js.consumers.get(streams.questions.name, { filter_subjects: 'questions.question.>' })
  const found: QuestionMessage[] = []
  for await (const message of await consumer.consume()) {
    found.push(questionMessage.parse(message.json()))
    if (found.length === count) break
  }
  return found
}

test('gives a new consumer the whole bank, in pages of any size, even if the stream was purged', async () => {
  const as = 'admin' as const
  const questions = Array.from({ length: 30 }, () => questionRow())
  await service.call(`POST ${unified}`, { as, body: { isBulkImport: true, questions } })
  const { id } = await service.create()
  await service.call(`PUT ${unified}/${id}`, { as, body: { title: 'Second' } })
  await service.call(`PUT ${unified}/${id}`, { as, body: { isActive: false } })
  await service.call(`DELETE ${unified}/${id}`, { as })
  await service.call(`POST ${unified}/${id}/restore`, { as })
  // The question that the service was started with, too.
  const before = await published(1 + 30 + 5)

  const manager = await service.nats.manager()
  await manager.streams.purge(streams.questions.name)
  const replayed = await allQuestions(7)
  const facts = (messages: readonly QuestionMessage[]) =>
    messages
      .map(({ type, data, occurredAt }) => JSON.stringify({ type, data, occurredAt }))
      .sort((one, two) => (one < two ? -1 : 1))
  expect(facts(replayed)).toEqual(facts(before))
  expect(replayed.filter(({ data }) => data.questionId === id).map(({ type }) => type)).toEqual([
    'QuestionCreated',
    'QuestionRevised',
    'QuestionDeactivated',
    'QuestionDeleted',
    'QuestionRevised',
  ])
  // Pages end between two versions of one question, or between two questions.
  expect(await everything(1)).toEqual(await everything(500))
  expect(await allQuestions(500)).toEqual(replayed)
})

test('resumes where a page ended', async () => {
  const first = await ask({ after: null, limit: 5 })
  const rest = await ask({ after: first.next, limit: 500 })
  expect([...first.messages, ...rest.messages]).toEqual(await everything(500))
})

test('returns one question in any of its versions to a consumer that lags', async () => {
  const { id } = await service.create()
  await service.call(`PUT ${unified}/${id}`, { as: 'admin', body: { title: 'Second' } })
  await service.call(`DELETE ${unified}/${id}`, { as: 'admin' })
  expect(await lookedUp({ questionId: id, version: 1 })).toMatchObject({ type: 'QuestionCreated' })
  expect(await lookedUp({ questionId: id, version: 2 })).toMatchObject({
    type: 'QuestionRevised',
    data: { questionId: id, version: 2, title: 'Second' },
  })
  expect(await lookedUp({ questionId: id })).toMatchObject({ type: 'QuestionDeleted', data: { version: 3 } })
  expect(await lookedUp({ questionId: id, version: 4 })).toBeNull()
  expect(await lookedUp({ questionId: randomUUID() })).toBeNull()
})

test('keeps pages of long questions below the NATS message limit', async () => {
  const questions = Array.from({ length: 60 }, () => questionRow({ explanation: 'ä'.repeat(15_000) }))
  await service.call(`POST ${unified}`, { as: 'admin', body: { isBulkImport: true, questions } })
  const page = await ask({ after: null, limit: 500 })
  expect(page.next).not.toBeNull()
  await vi.waitFor(async () => expect((await allQuestions(500)).length).toBeGreaterThan(60))
})
