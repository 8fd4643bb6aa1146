import type { PlanCheck, PlanDocument } from '@rehearse/contracts'
import { foldText } from '../questions/fold-text.ts'
import type { Db } from '../tables.ts'
import { chosenQuestions, openInCategories } from './plan-question-repository.ts'

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
