import {
  BODY_LIMIT,
  categoryPatch,
  categoryReply,
  learningPathPatch,
  learningPathReply,
  newCategory,
  newLearningPath,
  newSection,
  newTopic,
  sectionPatch,
  sectionReply,
  topicPatch,
  topicReply,
} from '@rehearse/contracts'
import type { z } from 'zod'
import type { Db } from '../tables.ts'
import { reservedPathIds } from './known-nodes.ts'
import { verifySteps } from './path-steps.ts'
import { findPathDetails, listCategories, listSections, listTopics } from './queries.ts'
import type { NodeKind } from './repository.ts'

/** One of the four kinds of taxonomy nodes, as admins edit it. */
export interface NodeDefinition {
  kind: NodeKind
  /** As in `Category not found`. */
  noun: string
  address: string
  reservedIds: ReadonlySet<string>
  /** Whether admins decide its order; else it goes by name. */
  ordered: boolean
  /** Bytes that an entry may have in a body; 16 KB unless said. */
  bodyLimit?: number
  create: z.ZodObject
  patch: z.ZodObject
  reply: z.ZodObject
  /** Checks what a body says beyond its schema. @throws {DomainError} invalid */
  verify?(db: Db, body: Readonly<Record<string, unknown>>): Promise<void>
  /** An entry as its own page shows it. */
  find(db: Db, id: string): Promise<{ id: string } | undefined>
}

const none: ReadonlySet<string> = new Set()

export const nodeDefinitions: readonly NodeDefinition[] = [
  {
    kind: 'category',
    noun: 'Category',
    address: '/api/categories',
    reservedIds: none,
    ordered: false,
    create: newCategory,
    patch: categoryPatch,
    reply: categoryReply,
    find: (db, id) => listCategories(db).then((all) => all.find((one) => one.id === id)),
  },
  {
    kind: 'topic',
    noun: 'Topic',
    address: '/api/topics',
    reservedIds: none,
    ordered: false,
    create: newTopic,
    patch: topicPatch,
    reply: topicReply,
    find: (db, id) => listTopics(db).then((all) => all.find((one) => one.id === id)),
  },
  {
    kind: 'section',
    noun: 'Section',
    address: '/api/sections',
    reservedIds: none,
    ordered: true,
    create: newSection,
    patch: sectionPatch,
    reply: sectionReply,
    find: (db, id) => listSections(db).then((all) => all.find((one) => one.id === id)),
  },
  {
    kind: 'learning_path',
    noun: 'Learning path',
    address: '/api/learning-paths',
    reservedIds: reservedPathIds,
    ordered: true,
    bodyLimit: BODY_LIMIT,
    create: newLearningPath,
    patch: learningPathPatch,
    reply: learningPathReply,
    verify: verifySteps,
    find: findPathDetails,
  },
]
