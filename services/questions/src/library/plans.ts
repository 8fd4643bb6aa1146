import {
  definitionSubjects,
  type ErrorDetail,
  PLAN_DEFAULTS,
  type PlanCheck,
  type PlanDefinedData,
  type PlanDocument,
  planDocument,
  planEndpoints,
} from '@rehearse/contracts'
import type { Db } from '../tables.ts'
import { foldText } from '../text.ts'
import { defineKind } from './kind.ts'
import { chosenQuestions, openInCategories } from './repository.ts'

/** Templates of guided plans; one that is switched off is for admins' eyes only. */
export const planKind = defineKind({
  name: 'plans',
  noun: 'Plan',
  endpoints: planEndpoints,
  document: planDocument,
  filters: { difficulty: 'difficulty' },
  verify: async (db, { sections }) =>
    sections === undefined
      ? []
      : fieldErrorsOf(await checkPlan(db, planDocument.shape.sections.parse(sections))),
  render: (document, { isAdmin }) => (document.isActive || isAdmin ? withDefaults(document) : null),
  // The specifications read `plans`, everything else of ours `data`.
  extras: { read: ({ listed }) => ({ plans: listed }) },
  events: {
    defined: ({ id, revision, order, document }) => ({
      subject: definitionSubjects.planDefined,
      type: 'PlanDefined',
      version: 1,
      data: { planId: id, revision, order, ...eventFields(withDefaults(document)) } satisfies PlanDefinedData,
    }),
    removed: ({ id, revision }) => ({
      subject: definitionSubjects.planRemoved,
      type: 'PlanRemoved',
      version: 1,
      data: { planId: id, revision },
    }),
  },
})

/** What keeps a plan from being stored: questions that are gone, or chosen twice. */
const fieldErrorsOf = (check: PlanCheck): ErrorDetail[] =>
  check.flatMap(({ questions }, section) =>
    questions.flatMap(({ state, repeated }, question) => {
      const isGone = state === 'missing' || state === 'deleted'
      if (!isGone && !repeated) return []
      const message = isGone ? 'names no question that there is' : 'is chosen already'
      return [{ path: `sections.${section}.questions.${question}`, message }]
    }),
  )

/** What follows from the other fields is worked out when it is read: it follows them also when they change. */
function withDefaults(document: PlanDocument) {
  const { duration, totalQuestions } = document
  const recommended: readonly number[] = PLAN_DEFAULTS.recommendedDurations
  return {
    ...document,
    dailyQuestions: document.dailyQuestions ?? Math.ceil(totalQuestions / duration),
    isRecommended: document.isRecommended ?? recommended.includes(duration),
  }
}

/** What others reckon with: neither its description nor how it is recommended. */
function eventFields(plan: ReturnType<typeof withDefaults>) {
  const { name, duration, difficulty, totalQuestions, dailyQuestions, isActive, sections } = plan
  return { name, duration, difficulty, totalQuestions, dailyQuestions, isActive, sections }
}

/** What the sections of a plan rest on: the questions they have chosen, and those that their categories hold. */
export async function checkPlan(db: Db, sections: PlanDocument['sections']): Promise<PlanCheck> {
  const ids = [...new Set(sections.flatMap(({ questions }) => questions))]
  const [known, available] = await Promise.all([
    chosenQuestions(db, ids),
    openInCategories(
      db,
      sections.map(({ category }) => category),
    ),
  ])
  const seen = new Set<string>()
  return sections.map(({ category, questions }) => ({
    available: available.get(foldText(category)) ?? null,
    questions: questions.map((id) => {
      const { title = null, state = 'missing' as const } = known.get(id) ?? {}
      const repeated = seen.has(id)
      seen.add(id)
      return { id, title, state, repeated }
    }),
  }))
}
