import { DomainError, reservedQuestionsReply, reservedQuestionsSubject } from '@rehearse/contracts'
import { ask, type Nats, type Principal } from '@rehearse/service-kit'
import type { FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'

/** The questions that are reserved for a user's mock exams: none for visitors and admins. */
export type FindReserved = (principal: Principal | null) => Promise<ReadonlySet<string>>

/** Milliseconds for progress to reply. */
const timeout = 2_000
const learnersMax = 10_000

/**
 * Asks progress each time, since a date may have been set a moment ago. While progress doesn't reply, the last reply
 * counts: learners can practice without it.
 */
export function findReservedQuestions({ nats, log }: { nats: Nats; log: FastifyBaseLogger }): FindReserved {
  const known = new LRUCache<string, ReadonlySet<string>>({ max: learnersMax })
  return async (principal) => {
    if (principal?.role !== 'learner') return none
    const { id: learnerId } = principal
    try {
      const reply = await ask(nats, reservedQuestionsSubject, { learnerId }, timeout)
      const ids = new Set(reservedQuestionsReply.parse(reply).ids)
      known.set(learnerId, ids)
      return ids
    } catch (err) {
      log.debug({ err }, 'could not ask for reserved questions')
      return known.get(learnerId) ?? none
    }
  }
}

const none: ReadonlySet<string> = new Set()

export const questionReserved = () =>
  new DomainError({
    kind: 'conflict',
    code: 'question_reserved',
    message: 'This question is reserved for your mock exam. Its answer is shown after the exam.',
  })
