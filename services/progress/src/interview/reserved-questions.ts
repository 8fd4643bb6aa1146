import { reservedQuestionsRequest, reservedQuestionsSubject } from '@rehearse/contracts'
import { answerRequests, type Backend } from '@rehearse/service-kit'
import type { ReadModels } from '../read-models/follow-log.ts'
import type { ProgressTables } from '../tables.ts'
import { readReservedIds } from './queries.ts'

/** Tells the questions service which keys a learner shouldn't see before the mock exam. */
export function serveReservedQuestions(
  backend: Backend<ProgressTables>,
  readModels: Pick<ReadModels, 'reach'>,
): void {
  const { db } = backend.database
  answerRequests(backend, {
    subject: reservedQuestionsSubject,
    name: 'reserved questions',
    answer: async (request) => {
      const { learnerId } = reservedQuestionsRequest.parse(request)
      // An answer a moment ago has released its question.
      await readModels.reach(learnerId)
      return { ids: await readReservedIds(db, learnerId, new Date()) }
    },
  })
}
