import type { Question } from '@rehearse/contracts'
import { testNats } from '@rehearse/testing/test-nats'
import { questionBody, questionRow } from './question-body.ts'
import { questionsDatabase } from './questions-database.ts'
import { type QuestionsService, startQuestionsService } from './questions-service.ts'

export const unified = '/api/questions/unified'

export interface One {
  data: Question
  message: string
}

export interface FilledService extends QuestionsService {
  /** Stores a question, as an admin would. */
  create(changes?: object): Promise<Question>
}

/** A service for this test with one question, and so with a category, topic and path that other questions can use. */
export async function startFilledService(
  name: string,
  options: { contentDir?: string; env?: Record<string, string> } = {},
): Promise<FilledService> {
  const [database, nats] = await Promise.all([questionsDatabase(name), testNats()])
  const service = await startQuestionsService(database, nats.url, options)
  const questions = [questionRow({ learningPath: 'JavaScript basics', topic: 'Types' })]
  await service.call(`POST ${unified}`, { as: 'admin', body: { isBulkImport: true, questions } })
  return {
    ...service,
    create: async (changes = {}) => {
      const reply = await service.call<One>(`POST ${unified}`, { as: 'admin', body: questionBody(changes) })
      if (reply.status !== 201) throw new Error(`not created: ${reply.text}`)
      return reply.body.data
    },
  }
}
