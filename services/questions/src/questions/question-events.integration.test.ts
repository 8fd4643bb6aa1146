import { randomUUID } from 'node:crypto'
import {
  type AnswerSubmittedMessage,
  progressSubjects,
  type Question,
  type QuestionMessage,
  questionMessage,
  streams,
} from '@rehearse/contracts'
import { testNats } from '@rehearse/testing/test-nats'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { questionBody, questionRow } from '../testing/question-body.ts'
import { questionsDatabase } from '../testing/questions-database.ts'
import { type QuestionsService, startQuestionsService } from '../testing/questions-service.ts'

let service: QuestionsService
let replica: QuestionsService
const unified = '/api/questions/unified'
const timeout = { interval: 20 }

beforeAll(async () => {
  const [database, nats] = await Promise.all([questionsDatabase('questions_messaging'), testNats()])
  service = await startQuestionsService(database, nats.url)
  replica = await startQuestionsService(database, nats.url)
  // All services must have received the newest keys.
  await vi.waitFor(async () => {
    for (const one of [service, replica]) {
      expect((await one.call(`GET ${unified}`, { as: 'visitor' })).status).toBe(200)
    }
    expect((await replica.call(`GET ${unified}`, { as: 'admin' })).status).toBe(200)
  }, timeout)
  const rows = [questionRow()]
  await replica.call(`POST ${unified}`, { as: 'admin', body: { isBulkImport: true, questions: rows } })
})
afterAll(async () => {
  await service.close()
  await replica.close()
})

async function create(): Promise<Question> {
  const { body } = await replica.call<{ data: Question }>(`POST ${unified}`, {
    as: 'admin',
    body: questionBody(),
  })
  return body.data
}

function answerTo(questionId: string): AnswerSubmittedMessage {
  const now = new Date().toISOString()
  return {
    id: randomUUID(),
    type: 'AnswerSubmitted',
    version: 2,
    occurredAt: now,
    correlationId: null,
    causationId: null,
    data: {
      answerId: randomUUID(),
      learnerId: randomUUID(),
      questionId,
      questionVersion: 1,
      questionTitle: 'What does this print?',
      selectedOptionIds: ['a'],
      response: null,
      isCorrect: false,
      graded: 'server',
      timeSpent: 3,
      attempt: 1,
      difficulty: 'beginner',
      category: 'General',
      learningPath: null,
      section: 'General',
      sectionId: null,
    },
  }
}

/** Without a message id, JetStream treats a duplicate as a new message, as it does after its deduplication window. */
async function publish(messages: readonly AnswerSubmittedMessage[]): Promise<void> {
  const js = await service.nats.jetstream()
  await js.publish(progressSubjects.answerSubmitted, JSON.stringify(messages))
}

/** In the format of version 1 of the subject. */
async function publishSingly(messages: readonly AnswerSubmittedMessage[]): Promise<void> {
  const js = await service.nats.jetstream()
  for (const message of messages) await js.publish('progress.answer.submitted.v1', JSON.stringify(message))
}

const usageOf = async (id: string) =>
  (await replica.call<{ data: Question }>(`GET ${unified}/${id}`, { as: 'admin' })).body.data.usageCount

describe('usage counts', () => {
  test('count each answer once, however often it is delivered, with two replicas', async () => {
    const question = await create()
    const answers = Array.from({ length: 30 }, () => answerTo(question.id))
    await publish([...answers, ...answers])
    const last = await create()
    await publishSingly(answers)
    await publish([...answers.slice(10), answerTo(last.id)])
    await vi.waitFor(async () => expect(await usageOf(last.id)).toBe(1), timeout)
    await vi.waitFor(async () => expect(await usageOf(question.id)).toBe(30), timeout)
    expect(
      await replica.call<{ data: Question }>(`GET ${unified}/${question.id}`, { as: 'admin' }),
    ).toMatchObject({
      body: { data: { version: 1, updatedAt: question.updatedAt } },
    })
  })

  test('order a list by popularity', async () => {
    const question = await create()
    await publish(Array.from({ length: 50 }, () => answerTo(question.id)))
    await vi.waitFor(async () => {
      const { body } = await service.call<{ data: Question[] }>(
        `GET ${unified}?orderBy=usageCount&pageSize=1`,
      )
      expect(body.data[0]?.id).toBe(question.id)
    }, timeout)
  })
})

describe('statistics', () => {
  test('order the admins’ list, empty ones last, and the newest of a question counts', async () => {
    const [easy, hard, none] = [await create(), await create(), await create()]
    const js = await service.nats.jetstream()
    const publishStatistics = async (items: object[]) => {
      const { id, occurredAt } = answerTo(easy.id)
      const head = { id, occurredAt, version: 1, correlationId: null, causationId: null }
      const message = { ...head, type: 'ItemStatisticsComputed', data: { items } }
      await js.publish(progressSubjects.itemStatisticsComputed, JSON.stringify(message))
    }
    const of = (question: Question, revision: number, facility: number | null) => ({
      ...{ questionId: question.id, revision, attempts: 40, facility, discrimination: 0.25 },
    })
    await publishStatistics([of(hard, 2, 0.125), of(easy, 1, 0.5)])
    await publishStatistics([of(hard, 1, 0.75), of(easy, 2, 0.875)])
    const ids = `ids=${[none, easy, hard].map(({ id }) => id).join()}`
    const list = async (query: string, as: 'admin' | 'visitor' = 'admin') =>
      (await replica.call<{ data: Question[] }>(`GET ${unified}?${ids}&${query}`, { as })).body.data
    const facilities = async (query: string) =>
      (await list(query)).map(({ statistics }) => statistics?.facility)
    await vi.waitFor(
      async () => expect(await facilities('orderBy=facility')).toEqual([0.125, 0.875, null]),
      timeout,
    )
    expect(await facilities('orderBy=facility&orderDirection=desc')).toEqual([0.875, 0.125, null])
    const [first] = await list('orderBy=attempts&orderDirection=asc')
    expect(first).toMatchObject({ id: none.id, statistics: { attempts: 0, discrimination: null } })
    expect((await list('', 'visitor'))[0]).not.toHaveProperty('statistics')
  })
})

describe('question events', () => {
  /** All messages about one question so far, in stream order. */
  async function newsOf(id: string, count: number): Promise<QuestionMessage[]> {
    const js = await service.nats.jetstream()
    const consumer = await js.consumers.get(streams.questions.name, {
      // Not a list: servers before 2.10 reject even a list of one.
      filter_subjects: 'questions.question.>',
    })
    const found: QuestionMessage[] = []
    for await (const message of await consumer.consume()) {
      const news = questionMessage.parse(message.json())
      if (news.data.questionId === id) found.push(news)
      if (found.length === count) break
    }
    return found
  }

  test('are published for every change, in order, with the key and the version', async () => {
    const as = 'admin' as const
    const { id } = await create()
    await replica.call(`PUT ${unified}/${id}`, { as, body: { isActive: false, title: 'Revised' } })
    await replica.call(`PUT ${unified}/${id}`, { as, body: { title: 'Revised' } })
    await replica.call(`DELETE ${unified}/${id}`, { as })
    await replica.call(`POST ${unified}/${id}/restore`, { as })
    const news = await newsOf(id, 4)
    expect(news.map(({ type, data }) => [type, data.version])).toEqual([
      ['QuestionCreated', 1],
      ['QuestionDeactivated', 2],
      ['QuestionDeleted', 3],
      ['QuestionRevised', 4],
    ])
    expect(news[0]?.data).toMatchObject({
      options: [{ isCorrect: false }, { isCorrect: true }],
      isActive: true,
    })
    expect(news[1]?.data).toMatchObject({ title: 'Revised', isActive: false, approved: true })
  })

  test('are published for each question of an import', async () => {
    const questions = Array.from({ length: 300 }, () => questionRow())
    const { body } = await replica.call<{ data: { results: { id: string }[] } }>(`POST ${unified}`, {
      as: 'admin',
      body: { isBulkImport: true, questions },
    })
    const last = body.data.results.at(-1)?.id ?? ''
    expect(await newsOf(last, 1)).toMatchObject([{ type: 'QuestionCreated' }])
  })

  test('aren’t published for a rejected change', async () => {
    const { id } = await create()
    await replica.call(`PUT ${unified}/${id}`, { as: 'admin', body: { title: 'x', category: 'Nowhere' } })
    await replica.call(`PUT ${unified}/${id}`, { as: 'admin', body: { title: 'y' } })
    expect((await newsOf(id, 2)).map(({ data }) => data.version)).toEqual([1, 2])
  })
})
