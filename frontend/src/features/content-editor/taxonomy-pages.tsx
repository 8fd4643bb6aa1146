import { PLAN_DEFAULTS } from '@rehearse/contracts/questions/plan-defaults'
import type { Collection, Draft, Entry } from './collection.ts'
import { levels } from './collection.ts'
import { ContentPage } from './content-page.tsx'

export const sections: Collection = {
  name: 'sections',
  address: '/api/sections',
  title: 'name',
  ordered: true,
  filters: [],
  searched: ['description'],
  shown: [],
  questions: 'sectionId',
  fields: [
    { name: 'name', kind: 'text', max: 100 },
    { name: 'description', kind: 'long', max: 2_000, optional: 'blank' },
    { name: 'icon', kind: 'icon' },
  ],
}

export const categories: Collection = {
  name: 'categories',
  address: '/api/categories',
  title: 'name',
  ordered: false,
  filters: [],
  searched: [],
  shown: [],
  questions: 'category',
  fields: [{ name: 'name', kind: 'text', max: 100 }],
}

export const topics: Collection = {
  ...categories,
  name: 'topics',
  address: '/api/topics',
  questions: 'topic',
}

export const paths: Collection = {
  name: 'paths',
  address: '/api/learning-paths',
  title: 'name',
  ordered: true,
  filters: ['difficulty'],
  searched: ['description', 'targetSkills'],
  shown: ['difficulty'],
  questions: 'learningPath',
  isDetailed: true,
  showsDiagrams: true,
  page: (id) => `/learning-paths/${id}`,
  fields: [
    { name: 'name', kind: 'text', max: 200 },
    { name: 'description', kind: 'long', max: 2_000, optional: 'blank' },
    { name: 'difficulty', kind: 'choice', values: levels, initially: 'beginner' },
    { name: 'prerequisites', kind: 'several', source: 'paths' },
    { name: 'targetSkills', kind: 'lines', optional: 'blank' },
    { name: 'questionCategories', kind: 'several', source: 'categories' },
    { name: 'resources', kind: 'lines', optional: 'blank' },
    {
      name: 'steps',
      kind: 'items',
      min: 0,
      hasFile: true,
      fields: [
        { name: 'id', kind: 'id' },
        { name: 'title', kind: 'text', max: 200 },
        { name: 'summary', kind: 'long', max: 500, rows: 2, optional: 'blank' },
        { name: 'lesson', kind: 'long', look: 'markdown', max: 40_000, rows: 12, optional: 'blank' },
        { name: 'questionIds', kind: 'questions' },
        { name: 'challengeIds', kind: 'lines', optional: 'blank' },
      ],
    },
  ],
}

/** Templates of guided plans. The defaults are the specification's. */
export const plans: Collection = {
  name: 'plans',
  address: '/api/guided-learning/plans',
  title: 'name',
  ordered: true,
  filters: ['difficulty'],
  searched: ['description'],
  shown: ['difficulty'],
  page: () => '/study-plans',
  stated: withoutDerivedFields,
  follow: withDefaultTotal,
  fields: [
    { name: 'name', kind: 'text', max: 200 },
    { name: 'description', kind: 'long', max: 2_000, rows: 3, optional: 'blank' },
    {
      name: 'duration',
      kind: 'choice',
      values: PLAN_DEFAULTS.totals.map((_, at) => String(at + 1)),
      proper: true,
      numeric: true,
      initially: String(PLAN_DEFAULTS.duration),
    },
    {
      name: 'difficulty',
      kind: 'choice',
      values: ['Beginner', 'Intermediate', 'Advanced'],
      initially: PLAN_DEFAULTS.difficulty,
    },
    { name: 'totalQuestions', kind: 'number', min: 1, max: 100_000, initially: PLAN_DEFAULTS.totals[0] },
    { name: 'dailyQuestions', kind: 'number', min: 1, max: 10_000, optional: 'absent' },
    {
      name: 'estimatedTime',
      label: 'timePerDay',
      kind: 'text',
      max: 100,
      initially: PLAN_DEFAULTS.estimatedTime,
    },
    { name: 'isRecommended', kind: 'maybe' },
    { name: 'isActive', kind: 'flag', initially: true },
    { name: 'features', kind: 'lines', optional: 'blank' },
    {
      name: 'sections',
      kind: 'items',
      min: 0,
      fields: [
        { name: 'id', kind: 'id' },
        { name: 'name', kind: 'text', max: 100 },
        { name: 'category', kind: 'pick', source: 'categories' },
        { name: 'weight', kind: 'number', min: 0, max: 1_000, whole: false, initially: 1 },
        { name: 'questions', kind: 'questions' },
        { name: 'order', kind: 'position' },
      ],
    },
  ],
}

/** Until the admin enters another number, the total follows the duration. */
function withDefaultTotal(before: Draft, after: Draft): Draft {
  const [defaultBefore, defaultTotal] = [before, after].map(({ duration }) =>
    PLAN_DEFAULTS.totals[Number(duration) - 1]?.toString(),
  )
  const isDefault = before.totalQuestions === defaultBefore && after.totalQuestions === defaultBefore
  return isDefault && defaultTotal !== undefined ? { ...after, totalQuestions: defaultTotal } : after
}

/** The server adds fields derived from the duration; sent back as explicit values, they would no longer follow it. */
function withoutDerivedFields({ dailyQuestions, isRecommended, ...plan }: Entry) {
  const duration = Number(plan.duration)
  return {
    ...plan,
    ...(dailyQuestions !== Math.ceil(Number(plan.totalQuestions) / duration) && { dailyQuestions }),
    ...(isRecommended !== PLAN_DEFAULTS.recommendedDurations.includes(duration) && { isRecommended }),
  }
}

export const SectionsPage = () => <ContentPage page="sections" collections={[sections]} />

/** Learning paths, plans, categories and topics. */
export const TaxonomyPage = () => (
  <ContentPage page="content" collections={[paths, plans, categories, topics]} />
)
