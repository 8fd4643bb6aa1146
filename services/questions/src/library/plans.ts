import {
  definitionSubjects,
  type ErrorDetail,
  type PlanCheck,
  type PlanDefinedData,
  type PlanDocument,
  planDocument,
  planEndpoints,
} from '@rehearse/contracts'
import { PLAN_DEFAULTS } from '@rehearse/contracts/questions/plan-defaults'
import type { Db } from '../tables.ts'
import { caseFold } from '../text.ts'
import { defineKind } from './kind.ts'
import { chosenQuestions, openInCategories } from './repository.ts'

/** Templates of guided plans; only admins see one that is switched off. */
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
  render: (document, { isEditor }) => (document.isActive || isEditor ? withDefaults(document) : null),
  // The specification requires `plans`; `data` is the name used everywhere else.
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

/** Errors that prevent a plan from being stored: questions that don't exist, or are chosen twice. */
const fieldErrorsOf = (check: PlanCheck): ErrorDetail[] =>
  check.flatMap(({ questions }, section) =>
    questions.flatMap(({ state, repeated }, question) => {
      const isGone = state === 'missing' || state === 'deleted'
      if (!isGone && !repeated) return []
      const message = isGone ? 'must be the id of a question' : 'is chosen already'
      return [{ path: `sections.${section}.questions.${question}`, message }]
    }),
  )

/** Fields derived from others are computed on reading, so that they always match. */
function withDefaults(document: PlanDocument) {
  const { duration, totalQuestions } = document
  return {
    ...document,
    dailyQuestions: document.dailyQuestions ?? Math.ceil(totalQuestions / duration),
    isRecommended: document.isRecommended ?? PLAN_DEFAULTS.recommendedDurations.includes(duration),
  }
}

/** The fields that other services use, without the description and recommendation. */
function eventFields(plan: ReturnType<typeof withDefaults>) {
  const { name, duration, difficulty, totalQuestions, dailyQuestions, isActive, sections } = plan
  return { name, duration, difficulty, totalQuestions, dailyQuestions, isActive, sections }
}

/** Checks the sections of a plan: the questions they choose, and the number of questions in their categories. */
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
    available: available.get(caseFold(category)) ?? null,
    questions: questions.map((id) => {
      const { title = null, state = 'missing' as const } = known.get(id) ?? {}
      const repeated = seen.has(id)
      seen.add(id)
      return { id, title, state, repeated }
    }),
  }))
}
