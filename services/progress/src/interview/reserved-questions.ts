import { reservedQuestionsRequest, reservedQuestionsSubject } from '@rehearse/contracts'
import { answerRequests, type Backend } from '@rehearse/service-kit'
import type { ProgressTables } from '../tables.ts'
import { readReservedIds } from './queries.ts'

/** Tells the questions service which keys a learner shouldn't see before the mock exam. */
export function serveReservedQuestions(backend: Backend<ProgressTables>): void {
  const { db } = backend.database
  answerRequests(backend, {
    subject: reservedQuestionsSubject,
    name: 'reserved questions',
    answer: async (request) => ({
      ids: await readReservedIds(db, reservedQuestionsRequest.parse(request).learnerId, new Date()),
    }),
  })
}
