import {
  article,
  articleDocument,
  cheatSheet,
  cheatSheetDocument,
  guide,
  guideDocument,
  resource,
  resourceDocument,
} from '@rehearse/contracts'
import { badgeKind } from './badge-kind.ts'
import { bankKind } from './bank-kind.ts'
import { challengeKind } from './challenge-kind.ts'
import { featureKind } from './feature-kind.ts'
import { jobKind } from './job-kind.ts'
import { defineKind, type LibraryKind } from './kind.ts'
import { planKind } from './plan-kind.ts'
import { countedCategories, resourceCategoryKind } from './resource-categories.ts'

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
