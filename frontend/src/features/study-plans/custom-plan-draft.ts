import type { CustomPlan, LearningPath, Pace, PublicQuestion } from '@rehearse/contracts'
import { CUSTOM_PLAN, MINUTES_PER_QUESTION } from '@rehearse/contracts/constants'
import { CUSTOM_PLAN_DAYS } from '../../shared/constants.ts'

/** A learner's choices for a custom plan. */
export interface CustomPlanDraft {
  name: string
  /** Days. */
  duration: number
  dailyQuestions: number
  difficulty: CustomPlan['difficulty']
  /** Category names. */
  categories: readonly string[]
  /** Learning path ids. */
  paths: readonly string[]
}

/** The questions of a path, with the fields a plan needs. */
export type PathQuestions = readonly Pick<PublicQuestion, 'id' | 'category'>[]

/** Topics and paths of a plan, which become its sections. */
export const PARTS_MAX = CUSTOM_PLAN.sections

/** The target of each day. */
export const targetsOf = ({ duration, dailyQuestions }: CustomPlanDraft) =>
  Array.from({ length: duration }, (_, before) => ({ day: before + 1, target: dailyQuestions }))

/** Minutes a day, rounded up to five; at the learner's pace if it is known. */
export const minutesOf = ({ dailyQuestions }: CustomPlanDraft, pace: Pace | undefined): number =>
  Math.max(5, Math.ceil((dailyQuestions * (pace?.question.minutes ?? MINUTES_PER_QUESTION)) / 5) * 5)

/**
 * The plan as stored on the server. Each topic and each path has the same weight. A path becomes a section per
 * category of its questions, largest first and as many as fit, since a plan counts answers by category.
 */
export function planOf(
  draft: CustomPlanDraft,
  questionsOf: ReadonlyMap<string, PathQuestions>,
  estimatedTime: string,
): Omit<CustomPlan, 'description'> {
  const { name, duration, dailyQuestions, difficulty } = draft
  const fields = draft.categories.map((category) => ({
    id: `field-${slugOf(category)}`,
    name: category,
    category,
    questions: [],
    weight: 1,
  }))
  const room = Math.max(1, Math.floor((PARTS_MAX - fields.length) / draft.paths.length))
  const ofPaths = draft.paths.flatMap((path) => sectionsOfPath(path, questionsOf.get(path) ?? [], room))
  return {
    name: name.trim(),
    duration,
    difficulty,
    totalQuestions: duration * dailyQuestions,
    dailyQuestions,
    estimatedTime,
    sections: withDistinctIds([...fields, ...ofPaths]).map((section, order) => ({ ...section, order })),
  }
}

/** Names with the same letters and digits, and all names without any, would give sections the same id. */
function withDistinctIds<Section extends { id: string }>(sections: readonly Section[]): Section[] {
  const taken = new Set<string>()
  return sections.map((section) => {
    let { id } = section
    for (let next = 2; taken.has(id); next += 1) id = `${section.id}-${next}`
    taken.add(id)
    return { ...section, id }
  })
}

function sectionsOfPath(path: string, questions: PathQuestions, most: number) {
  const byCategory = [...Map.groupBy(questions, ({ category }) => category)]
    .sort(([, some], [, others]) => others.length - some.length)
    .slice(0, most)
  return byCategory.map(([category, those]) => ({
    id: `path-${path}-${slugOf(category)}`,
    name: category,
    category,
    questions: those.slice(0, CUSTOM_PLAN.sectionQuestions).map(({ id }) => id),
    weight: those.length / questions.length,
  }))
}

/** The draft of an existing plan, as far as the form can represent one created elsewhere. */
export function draftOf(plan: CustomPlan, paths: readonly Pick<LearningPath, 'id'>[]): CustomPlanDraft {
  const { name, difficulty } = plan
  const duration = Math.min(plan.duration, CUSTOM_PLAN_DAYS)
  const ofPaths = plan.sections.filter(({ questions }) => questions.length > 0)
  return {
    name,
    duration,
    dailyQuestions: plan.dailyQuestions ?? Math.ceil(plan.totalQuestions / duration),
    difficulty,
    categories: plan.sections
      .filter(({ questions }) => questions.length === 0)
      .map(({ category }) => category),
    paths: paths.filter(({ id }) => ofPaths.some((section) => isOfPath(section, id))).map(({ id }) => id),
  }
}

const isOfPath = ({ id, category }: CustomPlan['sections'][number], path: string) => {
  const plain = `path-${path}-${slugOf(category)}`
  return id === plain || id.replace(/-\d+$/, '') === plain
}

const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 40) || 'other'
