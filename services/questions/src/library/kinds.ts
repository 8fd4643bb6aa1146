import {
  articleDocument,
  articleEndpoints,
  BADGE_POINTS,
  type BadgeDefinedData,
  badgeDocument,
  badgeEndpoints,
  bankItemDocument,
  bankItemEndpoints,
  cheatSheetDocument,
  cheatSheetEndpoints,
  definitionSubjects,
  type Feature,
  featureDocument,
  featureEndpoints,
  guideDocument,
  guideEndpoints,
  jobDocument,
  jobEndpoints,
  longText,
  resourceCategoryDocument,
  resourceDocument,
  resourceEndpoints,
} from '@rehearse/contracts'
import { z } from 'zod'
import { diagramErrors } from '../diagrams/diagram-errors.ts'
import { challengeKind } from './challenges.ts'
import type { Extras } from './kind.ts'
import { defineKind, type LibraryKind } from './kind.ts'
import { planKind } from './plans.ts'
import { questionListKind } from './question-lists.ts'
import { listEntries } from './repository.ts'

/** The categories of resources. They have no list endpoint, but are returned with the resources. */
export const resourceCategoryKind = defineKind({
  name: 'resource-categories',
  noun: 'Resource category',
  endpoints: null,
  document: resourceCategoryDocument,
})

/** Diagrams of lessons, articles and guides. They have no list of their own: they come with the text that shows them. */
export const diagramKind = defineKind({
  name: 'diagrams',
  noun: 'Diagram',
  endpoints: null,
  document: z.object({
    svg: longText(40_000).superRefine((svg, context) => {
      for (const message of diagramErrors(svg)) context.addIssue({ code: 'custom', message })
    }),
  }),
})

/** All categories, each with its total number of resources, regardless of the list's filters. */
const countedCategories: Extras = {
  read: async ({ all }, db) => {
    const categories = await listEntries(db, resourceCategoryKind.name)
    const countOf = (id: string) => all.filter((resource) => resource.category === id).length
    return { categories: categories.map(({ id, document }) => ({ id, ...document, count: countOf(id) })) }
  },
}

type Counted = Pick<Feature, 'category' | 'status'>

/** Existing and planned features of the product; only admins see the whole list. */
export const featureKind = defineKind({
  name: 'features',
  noun: 'Feature',
  endpoints: featureEndpoints,
  reservedIds: ['planned'],
  document: featureDocument,
  filters: { category: 'category', status: 'status', priority: 'priority', section: 'section' },
  render: (document) => ({ ...document, url: document.url ?? null }),
  extras: {
    // The schema of the kind validated these.
    read: ({ all }) => ({ summary: summarize(all as unknown as readonly Counted[]) }),
  },
})

/** Counts features by state and side; the completion rate is a rounded percentage, 0 without features. */
export function summarize(features: readonly Counted[]) {
  const having = (wanted: Partial<Counted>) =>
    features.filter(
      (one) =>
        (wanted.category ?? one.category) === one.category && (wanted.status ?? one.status) === one.status,
    ).length
  const completed = having({ status: 'completed' })
  return {
    total: features.length,
    completed,
    inProgress: having({ status: 'in-progress' }),
    pending: having({ status: 'pending' }),
    website: having({ category: 'Website' }),
    admin: having({ category: 'Admin' }),
    completionRate: features.length === 0 ? 0 : Math.round((completed / features.length) * 100),
  }
}

/** Badges. Progress awards them, using its own copy of their rules. */
const badgeKind = defineKind({
  name: 'badges',
  noun: 'Badge',
  endpoints: badgeEndpoints,
  document: badgeDocument,
  filters: { rarity: 'rarity' },
  render: (badge) => ({ ...badge, points: BADGE_POINTS[badge.rarity] }),
  events: {
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

/** The question bank: questions from interviews, with links to where they are answered. */
const bankKind = defineKind({
  name: 'question-bank',
  noun: 'Question bank item',
  endpoints: bankItemEndpoints,
  document: bankItemDocument,
  filters: { category: 'category', difficulty: 'difficulty', company: 'companies', tag: 'tags' },
  searched: ['title', 'description', 'tags'],
  // The items link to other sites, so completion can't be measured.
  render: (item) => ({ ...item, completionRate: null }),
  extras: {
    read: ({ all }) => ({ companies: distinct(all, 'companies'), tags: distinct(all, 'tags') }),
  },
})

/** The distinct texts in a list field of the entries, in order. */
const distinct = (entries: readonly Record<string, unknown>[], field: string): string[] =>
  [...new Set(entries.flatMap((entry) => z.array(z.string()).parse(entry[field])))].sort((one, other) =>
    one.localeCompare(other, 'en'),
  )

/** Jobs posted by admins. Only admins see a closed job. */
const jobKind = defineKind({
  name: 'jobs',
  noun: 'Job',
  endpoints: jobEndpoints,
  document: jobDocument,
  filters: { type: 'type', level: 'level', skill: 'skills' },
  searched: ['title', 'company', 'location', 'description', 'skills'],
  render: (document, { isEditor }) => (isEditor || !hasClosed(document.closesOn) ? document : null),
})

/** A job is open until its last day has ended in every time zone, half a day after it ends in UTC. */
function hasClosed(closesOn: string | undefined): boolean {
  const endEverywhere = Date.now() - 12 * 60 * 60 * 1000
  return closesOn !== undefined && closesOn < new Date(endEverywhere).toISOString().slice(0, 10)
}
/** Every kind with its own endpoints. */
export const servedKinds: readonly LibraryKind[] = [
  planKind,
  challengeKind,
  defineKind({
    name: 'resources',
    noun: 'Resource',
    endpoints: resourceEndpoints,
    reservedIds: ['issues'],
    document: resourceDocument,
    filters: { category: 'category', type: 'type', difficulty: 'difficulty' },
    references: { category: resourceCategoryKind.name },
    searched: ['title', 'description', 'tags'],
    extras: countedCategories,
  }),
  defineKind({
    name: 'guides',
    noun: 'Guide',
    endpoints: guideEndpoints,
    document: guideDocument,
    showsDiagrams: true,
    filters: { difficulty: 'difficulty' },
  }),
  bankKind,
  questionListKind,
  defineKind({
    name: 'articles',
    noun: 'Article',
    endpoints: articleEndpoints,
    document: articleDocument,
    showsDiagrams: true,
    filters: { category: 'category', difficulty: 'difficulty', tag: 'tags' },
    searched: ['title', 'summary', 'tags'],
  }),
  defineKind({
    name: 'cheatsheets',
    noun: 'Cheat sheet',
    endpoints: cheatSheetEndpoints,
    document: cheatSheetDocument,
    filters: { category: 'category', tag: 'tags' },
    searched: ['title', 'description', 'tags'],
  }),
  jobKind,
  badgeKind,
  featureKind,
]

/** @throws {Error} if there is no such kind */
export function kindNamed(name: string): LibraryKind {
  const found = servedKinds.find((kind) => kind.name === name)
  if (found === undefined) throw new Error(`The library has no kind ${name}`)
  return found
}
