import {
  categoryEndpoints,
  type EditEndpoints,
  learningPathEndpoints,
  type OrderEndpoints,
  sectionEndpoints,
  topicEndpoints,
} from '@rehearse/contracts'
import { reservedPathIds } from '../nodes/known-nodes.ts'
import type { NodeKind } from '../nodes/repository.ts'
import type { Db } from '../tables.ts'
import { verifySteps } from './path-steps.ts'
import { findPathDetails, listCategories, listSections, listTopics } from './queries.ts'

/** One of the four kinds of taxonomy nodes, as admins edit them. */
export interface NodeDefinition {
  kind: NodeKind
  /** As in `Category not found`. */
  noun: string
  reservedIds: ReadonlySet<string>
  /** With `arrange` if admins decide the order; otherwise nodes are sorted by name. */
  endpoints: EditEndpoints & Partial<OrderEndpoints>
  /** Validates a body beyond its schema. @throws {DomainError} invalid */
  verify?(db: Db, body: Readonly<Record<string, unknown>>): Promise<void>
  /** A node as the response shows it. */
  find(db: Db, id: string): Promise<{ id: string } | undefined>
}

const none: ReadonlySet<string> = new Set()

export const nodeDefinitions: readonly NodeDefinition[] = [
  {
    kind: 'category',
    noun: 'Category',
    reservedIds: none,
    endpoints: categoryEndpoints,
    find: (db, id) => listCategories(db).then((all) => all.find((one) => one.id === id)),
  },
  {
    kind: 'topic',
    noun: 'Topic',
    reservedIds: none,
    endpoints: topicEndpoints,
    find: (db, id) => listTopics(db).then((all) => all.find((one) => one.id === id)),
  },
  {
    kind: 'section',
    noun: 'Section',
    reservedIds: none,
    endpoints: sectionEndpoints,
    find: (db, id) => listSections(db).then((all) => all.find((one) => one.id === id)),
  },
  {
    kind: 'learning_path',
    noun: 'Learning path',
    reservedIds: reservedPathIds,
    endpoints: learningPathEndpoints,
    verify: verifySteps,
    find: findPathDetails,
  },
]
