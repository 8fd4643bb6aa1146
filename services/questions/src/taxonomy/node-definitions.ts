import {
  categoryEndpoints,
  DomainError,
  type EditEndpoints,
  type ErrorDetail,
  learningPathEndpoints,
  type OrderEndpoints,
  type PathStep,
  sectionEndpoints,
  topicEndpoints,
} from '@rehearse/contracts'
import { reservedPathIds } from '../nodes/known-nodes.ts'
import type { NodeKind } from '../nodes/repository.ts'
import type { Db } from '../tables.ts'
import {
  findPathDetails,
  listCategories,
  listSections,
  listTopics,
  presentChallenges,
  presentQuestions,
} from './queries.ts'

/** One of the four kinds of taxonomy nodes, as admins edit them. */
export interface NodeDefinition {
  kind: NodeKind
  /** As in `Category not found`. */
  noun: string
  reservedIds: ReadonlySet<string>
  /** With `arrange` if admins decide the order; otherwise nodes are sorted by name. */
  endpoints: EditEndpoints & Partial<OrderEndpoints>
  /** Validates a body beyond its schema. @throws {DomainError} invalid */
  verify?(db: Db, body: Readonly<Record<string, unknown>>): Promise<void>
  /** A node as the response shows it. */
  find(db: Db, id: string): Promise<{ id: string } | undefined>
}

const none: ReadonlySet<string> = new Set()

export const nodeDefinitions: readonly NodeDefinition[] = [
  {
    kind: 'category',
    noun: 'Category',
    reservedIds: none,
    endpoints: categoryEndpoints,
    find: (db, id) => listCategories(db).then((all) => all.find((one) => one.id === id)),
  },
  {
    kind: 'topic',
    noun: 'Topic',
    reservedIds: none,
    endpoints: topicEndpoints,
    find: (db, id) => listTopics(db).then((all) => all.find((one) => one.id === id)),
  },
  {
    kind: 'section',
    noun: 'Section',
    reservedIds: none,
    endpoints: sectionEndpoints,
    find: (db, id) => listSections(db).then((all) => all.find((one) => one.id === id)),
  },
  {
    kind: 'learning_path',
    noun: 'Learning path',
    reservedIds: reservedPathIds,
    endpoints: learningPathEndpoints,
    verify: verifySteps,
    find: findPathDetails,
  },
]

/**
 * Validates the steps of a path in a body. A deleted question may stay, since it can be restored.
 * @throws {DomainError} invalid, if an id or a question occurs twice, or a question or a challenge doesn't exist
 */
async function verifySteps(db: Db, { steps }: { steps?: unknown }): Promise<void> {
  if (steps === undefined) return
  const given = steps as readonly PathStep[]
  const present = await presentQuestions(
    db,
    given.flatMap(({ questionIds }) => questionIds),
  )
  const challenges = await presentChallenges(
    db,
    given.flatMap(({ challengeIds = [] }) => challengeIds),
  )
  const details = [...fieldErrorsOf(given, present), ...challengeErrorsOf(given, challenges)]
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
      const message = isChosen ? 'is chosen already' : 'must be the id of a question'
      return [{ path: `steps.${at}.questionIds.${position}`, message }]
    })
    return [...(isRepeated ? [{ path: `steps.${at}.id`, message: 'is taken' }] : []), ...questions]
  })
}

const challengeErrorsOf = (steps: readonly PathStep[], present: ReadonlySet<string>): ErrorDetail[] =>
  steps.flatMap(({ challengeIds = [] }, at) =>
    challengeIds.flatMap((id, position) => {
      if (present.has(id) && challengeIds.indexOf(id) === position) return []
      const message = present.has(id) ? 'is chosen already' : 'must be the id of a challenge'
      return [{ path: `steps.${at}.challengeIds.${position}`, message }]
    }),
  )
