import { DomainError, type ErrorDetail, type PathStep } from '@rehearse/contracts'
import type { Db } from '../tables.ts'
import { presentQuestions } from './queries.ts'

/**
 * Validates the steps of a path in a body. A deleted question may stay, since it can be restored.
 * @throws {DomainError} invalid, if an id or a question occurs twice, or a question doesn't exist
 */
export async function verifySteps(db: Db, { steps }: { steps?: unknown }): Promise<void> {
  if (steps === undefined) return
  const given = steps as readonly PathStep[]
  const present = await presentQuestions(
    db,
    given.flatMap(({ questionIds }) => questionIds),
  )
  const details = fieldErrorsOf(given, present)
  if (details.length === 0) return
  throw new DomainError({
    kind: 'invalid',
    code: 'invalid_request',
    message: `Invalid request: ${details[0]?.path} ${details[0]?.message}`,
    details,
  })
}

function fieldErrorsOf(steps: readonly PathStep[], present: ReadonlySet<string>): ErrorDetail[] {
  const [stepIds, questionIds] = [new Set<string>(), new Set<string>()]
  return steps.flatMap((step, at) => {
    const isRepeated = stepIds.has(step.id)
    stepIds.add(step.id)
    const questions = step.questionIds.flatMap((id, position): ErrorDetail[] => {
      const isChosen = questionIds.has(id)
      questionIds.add(id)
      if (present.has(id) && !isChosen) return []
      const message = isChosen ? 'is chosen already' : 'names no question that there is'
      return [{ path: `steps.${at}.questionIds.${position}`, message }]
    })
    return [...(isRepeated ? [{ path: `steps.${at}.id`, message: 'is taken' }] : []), ...questions]
  })
}
