import { DomainError } from '@rehearse/contracts/errors'
import type { AnswerKey } from '../learner/answer-key.ts'

/**
 * The key by which answers to one version are graded anew: the newest version's, if it has the same options.
 * @throws {DomainError} conflict, `options_differ`, when it hasn't: nobody can say what the chosen ones would be worth
 */
export function correctedKey(shown: AnswerKey, newest: AnswerKey): string[] {
  const ids = (key: AnswerKey) => key.options.map(({ id }) => id).sort()
  if (shown.options.length === 0 || JSON.stringify(ids(shown)) !== JSON.stringify(ids(newest))) {
    throw new DomainError({
      kind: 'conflict',
      code: 'options_differ',
      message: 'The question has other options now, so answers to that version can not be regraded',
    })
  }
  return newest.options.filter(({ isCorrect }) => isCorrect).map(({ id }) => id)
}
