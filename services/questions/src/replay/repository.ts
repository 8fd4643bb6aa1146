import type { PathStep, VersionAction } from '@rehearse/contracts'
import type { NewMessage } from '@rehearse/service-kit'
import { type RawBuilder, sql } from 'kysely'
import { servedKinds } from '../library/kinds.ts'
import { nodeDefinedEvent } from '../nodes/node-events.ts'
import type { NodeKind } from '../nodes/repository.ts'
import type { StoredVersion } from '../questions/question.ts'
import type { Db } from '../tables.ts'

/** A taxonomy node or library entry that other services copy. */
export interface DefinedEntry {
  kind: string
  id: string
  name: string | null
  /** The steps, for a learning path. */
  document: Record<string, unknown> | PathStep[] | null
  order: number
  revision: number
  definedAt: Date
}

const publishedKinds = new Map(
  servedKinds.flatMap(({ name, events }) => (events ? [[name, events] as const] : [])),
)

/** Entries by kind and id, after the given one. */
export async function readDefinitionsAfter(
  db: Db,
  after: { kind: string; id: string } | null,
  limit: number,
): Promise<DefinedEntry[]> {
  const span =
    after === null ? sql`true` : sql`(kind collate "C", id collate "C") > (${after.kind}, ${after.id})`
  const places = (['category', 'topic', 'learning_path', 'section'] satisfies NodeKind[]).map(
    (kind) => sql`
      select ${kind} as kind, id, name, ${kind === 'learning_path' ? sql`steps` : sql`null::jsonb`} as document,
        0 as sort_order, revision,
        coalesce(edited_at, created_at) as defined_at
      from ${sql.table(kind)}`,
  )
  const { rows } = await sql<DefinedEntry>`
    select kind, id, name, document, sort_order as "order", revision, defined_at as "definedAt" from (
      ${sql.join(places, sql` union all `)}
      union all
      select kind, id, null, document, sort_order, revision, updated_at
      from library_entry where kind = any(${[...publishedKinds.keys()]}) and status = 'approved'
    ) as entry
    where ${span}
    order by kind collate "C", id collate "C"
    limit ${limit}`.execute(db)
  return rows
}

/** The event that would be published for the entry's current state. */
export function definitionEvent({ kind, id, name, document, order, revision }: DefinedEntry): NewMessage {
  if (name !== null) {
    const steps = Array.isArray(document) ? { steps: document } : {}
    return nodeDefinedEvent(kind as NodeKind, { id, name, revision, ...steps })
  }
  const events = publishedKinds.get(kind)
  if (events === undefined || document === null || Array.isArray(document))
    throw new Error(`a ${kind} has no news`)
  return events.defined({ id, document, order, revision })
}

export interface ReplayedVersion {
  questionId: string
  version: number
  action: VersionAction
  question: StoredVersion
  categoryId: string | null
  changedAt: Date
  /** Whether the previous version was active. */
  wasActive: boolean
}

/** Versions in key order after the given one: a page costs the same wherever it starts. */
export function readVersionsAfter(
  db: Db,
  after: { questionId: string; version: number } | null,
  limit: number,
): Promise<ReplayedVersion[]> {
  const span =
    after === null ? sql`true` : sql`(question_id, version) > (${after.questionId}::uuid, ${after.version})`
  return readVersions(db, sql`${span} order by question_id, version limit ${limit}`)
}

/** One version of a question; the newest if none is named. */
export async function readVersion(
  db: Db,
  { questionId, version }: { questionId: string; version?: number | undefined },
): Promise<ReplayedVersion | undefined> {
  const which = version === undefined ? sql`true` : sql`version = ${version}`
  const [found] = await readVersions(
    db,
    sql`question_id = ${questionId}::uuid and ${which} order by version desc limit 1`,
  )
  return found
}

async function readVersions(db: Db, which: RawBuilder<unknown>): Promise<ReplayedVersion[]> {
  const { rows } = await sql<ReplayedVersion>`
    select now.question_id as "questionId", now.version, now.action, now.question,
      now.category_id as "categoryId",
      now.changed_at as "changedAt", coalesce((before.question->>'isActive')::boolean, false) as "wasActive"
    from (select * from question_version where ${which}) as now
    left join question_version as before
      on before.question_id = now.question_id and before.version = now.version - 1
    order by now.question_id, now.version`.execute(db)
  return rows
}
