import type { ChallengeSummary, PublicQuestion } from '@rehearse/contracts'
import { ApiError } from '../../shared/api/api-error.ts'
import { learnerApi } from '../../shared/api/client.ts'
import { newId } from '../../shared/new-id.ts'
import { splitChecklist } from '../../shared/ui/markdown/checklist.ts'
import {
  emptyPartResult,
  type Interview,
  type Length,
  type Level,
  type Part,
  type PartKind,
  type PartPlan,
  type Role,
  type Setup,
  structures,
} from './interview.ts'

const difficultyOf = { junior: 'beginner', mid: 'intermediate', senior: 'advanced' } as const

/** Categories of a role's concept questions; all of `conceptual` by default. */
const categoriesOf: Readonly<Record<Role, readonly string[]>> = {
  frontend: [],
  javascript: ['JavaScript'],
  typescript: ['TypeScript'],
  react: ['React'],
  css: ['CSS', 'HTML'],
  security: ['Security'],
}
/** Open questions of these categories have parts of their own, or belong in no technical interview. */
const notConceptual = new Set(['Interview', 'English', 'System Design', 'Architecture'])

const challengesOf: Readonly<Record<Role, readonly string[]>> = {
  frontend: ['javascript', 'react', 'typescript'],
  javascript: ['javascript'],
  typescript: ['typescript'],
  react: ['react'],
  css: ['css'],
  security: ['javascript'],
}
/** What can be built in the minutes of an interview. */
const challengeLevel: Readonly<Record<Level, ChallengeSummary['difficulty']>> = {
  junior: 'easy',
  mid: 'medium',
  senior: 'medium',
}

/** How the open questions of a kind are found. */
const filtersOf: Readonly<Record<Exclude<PartKind, 'coding' | 'concept'>, Readonly<Record<string, string>>>> =
  {
    introduction: { topic: 'Introductions' },
    design: { sectionId: 'system-design' },
    behavioral: { tags: 'behavioral' },
    yourQuestions: { topic: 'Questions for the Interviewer' },
  }

/**
 * Selects the questions and the challenge of an interview, with their model answers. Without parts if there is nothing
 * to select from.
 *
 * @param seen ids of earlier interviews on this device, which come last
 */
export async function prepareInterview(setup: Setup, seen: ReadonlySet<string>): Promise<Interview> {
  const plans = structures[setup.minutes as Length]
  const selected = await Promise.all(plans.map((plan) => selectParts(plan, setup, seen)))
  const parts = selected.flat()
  return {
    id: newId(),
    setup,
    startedAt: new Date().toISOString(),
    endedAt: null,
    finishedAt: null,
    parts,
    given: parts.map(() => emptyPartResult),
    position: 0,
  }
}

async function selectParts(plan: PartPlan, setup: Setup, seen: ReadonlySet<string>): Promise<Part[]> {
  if (plan.kind === 'coding') return selectChallenge(plan, setup, seen)
  const questions = await selectQuestions(plan, setup, seen)
  const parts: Part[] = []
  while (parts.length < plan.count && questions.length > 0) {
    const next = questions.splice(0, plan.count - parts.length)
    const prepared = await Promise.all(next.map((question) => withModelAnswer(question, plan)))
    parts.push(...prepared.filter((part) => part !== null))
  }
  return parts
}

/** Those of the level first, then others; within both, those that earlier interviews didn't have. */
async function selectQuestions(
  { kind }: PartPlan,
  { role, level }: Setup,
  seen: ReadonlySet<string>,
): Promise<PublicQuestion[]> {
  if (kind === 'coding') return []
  const filters =
    kind !== 'concept'
      ? [filtersOf[kind]]
      : categoriesOf[role].length === 0
        ? [{}]
        : categoriesOf[role].map((category) => ({ category }))
  const seed = newId()
  const replies = await Promise.all(
    filters.map((filter) =>
      learnerApi.get('/api/questions/unified', {
        query: { ...filter, type: 'open-ended', random: true, count: 100, seed },
      }),
    ),
  )
  const found = replies
    .flatMap(({ data }) => data)
    .filter(({ category }) => kind !== 'concept' || !notConceptual.has(category))
  const rank = ({ id, difficulty }: PublicQuestion) =>
    (difficulty === difficultyOf[level] ? 0 : 1) + (seen.has(id) ? 2 : 0)
  return found.toSorted((one, other) => rank(one) - rank(other))
}

/**
 * Checking an open question returns its model answer and records nothing. Null for one that is reserved for the learner's
 * mock exam.
 */
async function withModelAnswer(
  { id, title, content, category }: PublicQuestion,
  { kind, minutes }: PartPlan,
): Promise<Part | null> {
  const checked = await learnerApi
    .post(`/api/questions/unified/${id}/check`, { body: { selectedOptionIds: [] } })
    .catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'question_reserved') return null
      throw error
    })
  if (checked === null) return null
  const { result } = checked
  const { answer, points } = splitChecklist(result.explanation)
  return { kind, id, title, content, category, minutes, model: answer, points }
}

/** Code is written, so reviews and challenges that ask for tests aren't selected. Empty if there is no challenge. */
async function selectChallenge(
  { kind, minutes }: PartPlan,
  { role, level }: Setup,
  seen: ReadonlySet<string>,
): Promise<Part[]> {
  const { data } = await learnerApi.get('/api/challenges').catch(() => ({ data: [] as ChallengeSummary[] }))
  const rank = ({ id, category, difficulty }: ChallengeSummary) =>
    (challengesOf[role].includes(category) ? 0 : 4) +
    (difficulty === challengeLevel[level] ? 0 : 1) +
    (seen.has(id) ? 2 : 0)
  const [challenge] = data
    .filter((one) => one.kind !== 'review' && one.kind !== 'tests')
    .map((one) => ({ ...one, random: Math.random() }))
    .sort((one, other) => rank(one) - rank(other) || one.random - other.random)
  if (!challenge) return []
  const { id, title, description, category } = challenge
  return [
    {
      ...{ kind, id, title, content: description, minutes, model: '', points: [] },
      category: category === 'css' || category === 'html' ? category.toUpperCase() : category,
    },
  ]
}
