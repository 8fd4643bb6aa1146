import {
  article,
  articleDocument,
  BADGE_POINTS,
  type BadgeDefinedData,
  badgeDefinition,
  badgeDocument,
  bankItem,
  bankItemDocument,
  cheatSheet,
  cheatSheetDocument,
  definitionSubjects,
  type ErrorDetail,
  guide,
  guideDocument,
  job,
  jobDocument,
  PLAN_DEFAULTS,
  type PlanCheck,
  type PlanDefinedData,
  type PlanDocument,
  plan,
  planDocument,
  resource,
  resourceDocument,
} from '@rehearse/contracts'
import { z } from 'zod'
import { challengeKind } from './challenges.ts'
import { checkPlan } from './check-plan.ts'
import { featureKind } from './feature-kind.ts'
import { defineKind, type LibraryKind } from './kind.ts'
import { countedCategories, resourceCategoryKind } from './resource-categories.ts'

/** Templates of guided plans; one that is switched off is for admins' eyes only. */
export const planKind = defineKind({
  name: 'plans',
  noun: 'Plan',
  address: '/api/guided-learning/plans',
  document: planDocument,
  view: plan,
  filters: { difficulty: 'difficulty' },
  verify: async (db, { sections }) =>
    sections === undefined ? [] : faultsOf(await checkPlan(db, planDocument.shape.sections.parse(sections))),
  render: (document, { isAdmin }) => (document.isActive || isAdmin ? withDefaults(document) : null),
  // The specifications read `plans`, everything else of ours `data`.
  extras: { shape: { plans: z.array(plan) }, read: ({ listed }) => ({ plans: listed }) },
  news: {
    defined: ({ id, revision, order, document }) => ({
      subject: definitionSubjects.planDefined,
      type: 'PlanDefined',
      version: 1,
      data: { planId: id, revision, order, ...toldFields(withDefaults(document)) } satisfies PlanDefinedData,
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
const faultsOf = (check: PlanCheck): ErrorDetail[] =>
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
function toldFields(plan: ReturnType<typeof withDefaults>) {
  const { name, duration, difficulty, totalQuestions, dailyQuestions, isActive, sections } = plan
  return { name, duration, difficulty, totalQuestions, dailyQuestions, isActive, sections }
}

/** Badges. Progress awards them, by its own copy of their rules. */
const badgeKind = defineKind({
  name: 'badges',
  noun: 'Badge',
  address: '/api/badges',
  document: badgeDocument,
  view: badgeDefinition,
  editable: false,
  filters: { rarity: 'rarity' },
  render: (badge) => ({ ...badge, points: BADGE_POINTS[badge.rarity] }),
  news: {
    defined: ({ id, revision, order, document }) => ({
      subject: definitionSubjects.badgeDefined,
      type: 'BadgeDefined',
      version: 1,
      data: {
        badgeId: id,
        revision,
        order,
        ...document,
        points: BADGE_POINTS[document.rarity],
      } satisfies BadgeDefinedData,
    }),
    removed: ({ id, revision }) => ({
      subject: definitionSubjects.badgeRemoved,
      type: 'BadgeRemoved',
      version: 1,
      data: { badgeId: id, revision },
    }),
  },
})

/** The question bank: what interviewers ask, with links to where it is answered. */
const bankKind = defineKind({
  name: 'question-bank',
  noun: 'Question bank item',
  address: '/api/question-bank',
  document: bankItemDocument,
  view: bankItem,
  filters: { category: 'category', difficulty: 'difficulty', company: 'companies', tag: 'tags' },
  searched: ['title', 'description', 'tags'],
  // The items lead elsewhere, so nothing here measures who completes them.
  render: (item) => ({ ...item, completionRate: null }),
  extras: {
    shape: { companies: z.array(z.string()), tags: z.array(z.string()) },
    read: ({ all }) => ({ companies: distinct(all, 'companies'), tags: distinct(all, 'tags') }),
  },
})

/** The texts that the entries carry in a list, each once, in order. */
const distinct = (entries: readonly Record<string, unknown>[], field: string): string[] =>
  [...new Set(entries.flatMap((entry) => z.array(z.string()).parse(entry[field])))].sort((one, other) =>
    one.localeCompare(other, 'en'),
  )

/** Jobs that admins post. One that has closed is for admins' eyes only. */
const jobKind = defineKind({
  name: 'jobs',
  noun: 'Job',
  address: '/api/jobs',
  document: jobDocument,
  view: job,
  filters: { type: 'type', level: 'level', skill: 'skills' },
  searched: ['title', 'company', 'location', 'description', 'skills'],
  render: (document, { isAdmin }) => (isAdmin || !hasClosed(document.closesOn) ? document : null),
})

/** A job is open until its last day has ended everywhere, which is half a day after it has in UTC. */
function hasClosed(closesOn: string | undefined): boolean {
  const endEverywhere = Date.now() - 12 * 60 * 60 * 1000
  return closesOn !== undefined && closesOn < new Date(endEverywhere).toISOString().slice(0, 10)
}

/** Every kind that has an address of its own. */
export const servedKinds: readonly LibraryKind[] = [
  planKind,
  challengeKind,
  defineKind({
    name: 'resources',
    noun: 'Resource',
    address: '/api/resources',
    reservedIds: ['issues'],
    document: resourceDocument,
    view: resource,
    filters: { category: 'category', type: 'type', difficulty: 'difficulty' },
    references: { category: resourceCategoryKind.name },
    searched: ['title', 'description', 'tags'],
    extras: countedCategories,
  }),
  defineKind({
    name: 'guides',
    noun: 'Guide',
    address: '/api/guides',
    document: guideDocument,
    view: guide,
    filters: { difficulty: 'difficulty' },
  }),
  bankKind,
  defineKind({
    name: 'articles',
    noun: 'Article',
    address: '/api/articles',
    document: articleDocument,
    view: article,
    filters: { category: 'category', difficulty: 'difficulty', tag: 'tags' },
    searched: ['title', 'summary', 'tags'],
  }),
  defineKind({
    name: 'cheatsheets',
    noun: 'Cheat sheet',
    address: '/api/cheatsheets',
    document: cheatSheetDocument,
    view: cheatSheet,
    filters: { category: 'category', tag: 'tags' },
    searched: ['title', 'description', 'tags'],
  }),
  jobKind,
  badgeKind,
  featureKind,
]
