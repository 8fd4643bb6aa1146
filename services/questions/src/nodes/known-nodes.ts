import type { ErrorDetail } from '@rehearse/contracts'
import type { Db, Trx } from '../tables.ts'
import { caseFold } from '../text.ts'
import { distinctSlug, slugify, type TaxonomyNode } from './node.ts'
import { publishNodes } from './node-events.ts'
import {
  findNodes,
  insertNodes,
  type NodeKind,
  nodeKinds,
  recordImportedNodes,
  takenIds,
} from './repository.ts'

/** The taxonomy nodes of a question, as names or ids. */
export interface NodeNames {
  category?: string | null | undefined
  topic?: string | null | undefined
  learningPath?: string | null | undefined
  sectionId?: string | null | undefined
}

const fieldOf = {
  category: 'category',
  topic: 'topic',
  learning_path: 'learningPath',
  section: 'sectionId',
} as const satisfies Record<NodeKind, keyof NodeNames>

/** Path segments under /api/questions/ that aren't learning paths: a path with such an id could not be reached. */
export const reservedPathIds: ReadonlySet<string> = new Set([
  'unified',
  'import',
  'imports',
  'export',
  'bulk',
  'stats',
  'reports',
  'learning-paths',
])

/** Looks up taxonomy nodes by name or id. */
export class KnownNodes {
  readonly #places: Readonly<Record<NodeKind, Map<string, TaxonomyNode>>>

  constructor(nodes: Readonly<Record<NodeKind, Map<string, TaxonomyNode>>>) {
    this.#places = nodes
  }

  find(kind: NodeKind, name: string | null | undefined): TaxonomyNode | null {
    return name == null ? null : (this.#places[kind].get(name) ?? null)
  }

  /** A field error for each unknown name. */
  fieldErrors(names: NodeNames): ErrorDetail[] {
    return nodeKinds.flatMap((kind) => {
      const path = fieldOf[kind]
      const name = names[path]
      if (name == null || this.find(kind, name) !== null) return []
      return [{ path, message: `There is no ${path === 'sectionId' ? 'section' : path} "${name}"` }]
    })
  }
}

/** Loads the nodes for all names, with one query per kind. */
export async function knownNodes(db: Db, questions: readonly NodeNames[]): Promise<KnownNodes> {
  const find = (kind: NodeKind) => findNodes(db, kind, namesOf(questions, kind))
  const [category, topic, learning_path, section] = await Promise.all([
    find('category'),
    find('topic'),
    find('learning_path'),
    find('section'),
  ])
  return new KnownNodes({ category, topic, learning_path, section })
}

/**
 * Like `knownNodes`, but creates a node for each unknown name. The caller holds the import lock.
 * @param batchId the import that names them; undoing it removes them again
 */
export async function ensureNodes(
  trx: Trx,
  questions: readonly NodeNames[],
  batchId?: string,
): Promise<KnownNodes> {
  for (const kind of nodeKinds) {
    const wanted = namesOf(questions, kind)
    const known = await findNodes(trx, kind, wanted)
    // Of several spellings of a name the first one counts.
    const missing = new Map<string, string>()
    for (const name of wanted) {
      const folded = caseFold(name)
      if (!known.has(name) && !missing.has(folded)) missing.set(folded, name)
    }
    if (missing.size === 0) continue
    const made = await createNodes(trx, kind, [...missing.values()])
    if (batchId !== undefined) await recordImportedNodes(trx, batchId, kind, made)
  }
  return knownNodes(trx, questions)
}

async function createNodes(trx: Trx, kind: NodeKind, names: readonly string[]): Promise<TaxonomyNode[]> {
  const taken = await takenIds(trx, kind, names.map(slugify))
  const nodes = names.map((name) => {
    const reserved = kind === 'learning_path' && reservedPathIds.has(slugify(name))
    const id = reserved || taken.has(slugify(name)) ? distinctSlug(name) : slugify(name)
    taken.add(id)
    return { id, name }
  })
  await publishNodes(trx, kind, await insertNodes(trx, kind, nodes))
  return nodes
}

function namesOf(questions: readonly NodeNames[], kind: NodeKind): string[] {
  const names = questions.map((question) => question[fieldOf[kind]])
  return [...new Set(names.filter((name) => name != null))]
}
