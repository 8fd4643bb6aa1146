import { type Backend, lookUpQuestion } from '@rehearse/service-kit'
import type { ProgressTables } from '../tables.ts'
import type { KeyRequest } from './answer-key-repository.ts'
import { takeQuestions } from './consume-questions.ts'

/**
 * Learns of a question that we have no key of (yet), from the bank itself.
 * @returns whether there was anything to learn
 * @throws {DomainError} unavailable, `question_unknown_yet`
 */
export type LearnQuestion = (wanted: KeyRequest) => Promise<boolean>

/** A question may be answered the moment it is published, and its message come later: many who ask then ask once. */
export function questionLearner({
  nats,
  database: { db },
}: Pick<Backend<ProgressTables>, 'nats' | 'database'>): LearnQuestion {
  const underWay = new Map<string, Promise<boolean>>()
  return (wanted) => {
    const name = `${wanted.questionId} ${wanted.version ?? ''}`
    const learning = underWay.get(name) ?? learn(wanted).finally(() => underWay.delete(name))
    underWay.set(name, learning)
    return learning
  }

  async function learn(wanted: KeyRequest): Promise<boolean> {
    const message = await lookUpQuestion(nats, wanted)
    if (message === null) return false
    await db.transaction().execute((trx) => takeQuestions([message], trx))
    return message.type !== 'QuestionDeleted'
  }
}
