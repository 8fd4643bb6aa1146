import type { LearningPathInput, PathStep, SectionInput } from '@rehearse/contracts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../tables.ts'
import { caseFold } from '../text.ts'
import type { TaxonomyNode } from './node.ts'

/** The four kinds of taxonomy nodes, as the names of their tables. */
export const nodeKinds = ['category', 'topic', 'learning_path', 'section'] as const
export type NodeKind = (typeof nodeKinds)[number]

/** A node and its current revision. */
export interface RevisedNode extends TaxonomyNode {
  revision: number
  /** The steps of a learning path. */
  steps?: PathStep[]
}

/** The columns that a statement returns for a `RevisedNode`. */
const revised = (kind: NodeKind): RawBuilder<unknown> => {
  const columns = ['id', 'name', 'revision', ...(kind === 'learning_path' ? ['steps'] : [])]
  return sql.join(columns.map((column) => sql.ref(`${kind}.${column}`)))
}

/** Nodes by name (ignoring case and whitespace) or id. If both match, the name counts. */
export async function findNodes(
  db: Db,
  kind: NodeKind,
  wanted: readonly string[],
): Promise<Map<string, TaxonomyNode>> {
  if (wanted.length === 0) return new Map()
  const { rows } = await sql<TaxonomyNode & { folded_name: string }>`
    select id, name, folded_name from ${sql.table(kind)}
    where folded_name = any(${wanted.map(caseFold)}) or id = any(${[...wanted]})`.execute(db)
  const byName = new Map(rows.map((row) => [row.folded_name, { id: row.id, name: row.name }]))
  const byId = new Map(rows.map((row) => [row.id, { id: row.id, name: row.name }]))
  return new Map(
    wanted.flatMap((name) => {
      const node = byName.get(caseFold(name)) ?? byId.get(name)
      return node ? [[name, node] as const] : []
    }),
  )
}

/** The ids among these that are in use. */
export async function takenIds(db: Db, kind: NodeKind, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(kind)} where id = any(${[...ids]})`.execute(db)
  return new Set(rows.map((row) => row.id))
}

export async function insertNodes(
  trx: Trx,
  kind: NodeKind,
  nodes: readonly TaxonomyNode[],
): Promise<RevisedNode[]> {
  const { rows } = await sql<RevisedNode>`
    insert into ${sql.table(kind)} (id, name, folded_name)
    select * from unnest(
      ${nodes.map((node) => node.id)}::text[],
      ${nodes.map((node) => node.name)}::text[],
      ${nodes.map((node) => caseFold(node.name))}::text[]
    )
    returning ${revised(kind)}`.execute(trx)
  return rows
}

/** The column of a question that refers to its node, by kind. */
const columnOf = {
  category: 'category_id',
  topic: 'topic_id',
  learning_path: 'learning_path_id',
  section: 'section_id',
} as const satisfies Record<NodeKind, string>

/** Stores a node that an admin created; undefined if its id or its name is taken. */
export async function insertNode(
  trx: Trx,
  kind: NodeKind,
  columns: Readonly<Record<string, unknown>>,
): Promise<RevisedNode | undefined> {
  const given = Object.entries(columns)
  const { rows } = await sql<RevisedNode>`
    insert into ${sql.table(kind)} (${sql.join(given.map(([name]) => sql.ref(name)))}, edited_at)
    values (${sql.join(given.map(([, value]) => value))}, now())
    on conflict do nothing
    returning ${revised(kind)}`.execute(trx)
  return rows[0]
}

/** Changes a node and returns its previous name; undefined if it doesn't exist. */
export async function updateNode(
  trx: Trx,
  kind: NodeKind,
  id: string,
  columns: Readonly<Record<string, unknown>>,
): Promise<(RevisedNode & { previousName: string }) | undefined> {
  const changes = Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  const marks = [sql`edited_at = now()`, sql`revision = nextval('definition_revision')`]
  const { rows: before } = await sql<{ name: string }>`
    select name from ${sql.table(kind)} where id = ${id} for update`.execute(trx)
  const { rows } = await sql<RevisedNode>`
    update ${sql.table(kind)} set ${sql.join([...changes, ...marks])}
    where id = ${id}
    returning ${revised(kind)}`.execute(trx)
  return rows[0] && before[0] && { ...rows[0], previousName: before[0].name }
}

/** A node's revision, locked until the transaction ends; undefined if the node doesn't exist. */
export async function lockRevision(trx: Trx, kind: NodeKind, id: string): Promise<number | undefined> {
  const { rows } = await sql<{ revision: number }>`
    select revision from ${sql.table(kind)} where id = ${id} for update`.execute(trx)
  return rows[0]?.revision
}

/** A node's revision, without a lock. */
export async function readRevision(db: Db, kind: NodeKind, id: string): Promise<number | undefined> {
  const { rows } = await sql<{ revision: number }>`
    select revision from ${sql.table(kind)} where id = ${id}`.execute(db)
  return rows[0]?.revision
}

/** The deleted node, if it existed. It must not contain any question. */
export async function deleteNode(trx: Trx, kind: NodeKind, id: string): Promise<RevisedNode | undefined> {
  const { rows } = await sql<RevisedNode>`
    delete from ${sql.table(kind)} where id = ${id} returning id, name, revision`.execute(trx)
  return rows[0]
}

/** Ids of the questions in a node, including deleted ones, since they can be restored. */
export async function questionsFiledUnder(
  db: Db,
  kind: NodeKind,
  id: string,
): Promise<{ id: string; deleted: boolean; isOpen: boolean }[]> {
  const { rows } = await sql<{ id: string; deleted: boolean; isOpen: boolean }>`
    select id, deleted_at is not null as deleted, is_open as "isOpen" from question
    where ${sql.ref(columnOf[kind])} = ${id}
    order by id`.execute(db)
  return rows
}

/** Moves deleted questions to another node without a new version, since no one sees them until they are restored. */
export async function moveDeletedQuestions(
  trx: Trx,
  kind: NodeKind,
  from: string,
  to: string,
): Promise<void> {
  await sql`
    update question set ${sql.ref(columnOf[kind])} = ${to}
    where ${sql.ref(columnOf[kind])} = ${from} and deleted_at is not null`.execute(trx)
}

/**
 * Whether a node exists only because of an import that was undone. It isn't listed, but remains as long as a question
 * that was deleted in it can be restored, which lists the node again.
 */
const isUndone = (kind: NodeKind): RawBuilder<boolean> => sql<boolean>`(
  edited_at is null
  and exists (
    select from import_batch_place as made join import_batch on import_batch.id = made.batch_id
    where made.kind = ${kind} and made.place_id = ${sql.table(kind)}.id and undone_at is not null)
  and not exists (
    select from question
    where ${sql.ref(columnOf[kind])} = ${sql.table(kind)}.id and deleted_at is null))`

/** Whether lists show a node. */
export const isListed = (kind: NodeKind): RawBuilder<boolean> => sql<boolean>`not ${isUndone(kind)}`

/** Records which nodes an import created. */
export async function recordImportedNodes(
  trx: Trx,
  batchId: string,
  kind: NodeKind,
  nodes: readonly { id: string }[],
): Promise<void> {
  await sql`
    insert into import_batch_place (batch_id, kind, place_id)
    select ${batchId}, ${kind}, id from unnest(${nodes.map(({ id }) => id)}::text[]) as given (id)`.execute(
    trx,
  )
}

/** Removes nodes of undone imports that no longer contain a question, not even a deleted one. */
export async function deleteUndoneNodes(trx: Trx, kind: NodeKind): Promise<RevisedNode[]> {
  const { rows } = await sql<RevisedNode>`
    delete from ${sql.table(kind)}
    where ${isUndone(kind)}
      and not exists (select from question where ${sql.ref(columnOf[kind])} = ${sql.table(kind)}.id)
    returning id, name, revision`.execute(trx)
  await sql`
    delete from import_batch_place where kind = ${kind} and place_id = any(${rows.map(({ id }) => id)})`.execute(
    trx,
  )
  return rows
}

/** Ids of all listed nodes; no other request can change, add or reorder any until the transaction ends. */
export async function lockAll(trx: Trx, kind: NodeKind): Promise<string[]> {
  await sql`lock table ${sql.table(kind)} in share row exclusive mode`.execute(trx)
  const { rows } = await sql<{
    id: string
  }>`select id from ${sql.table(kind)} where ${isListed(kind)}`.execute(trx)
  return rows.map((row) => row.id)
}

/** Numbers nodes from 1; nodes whose position hasn't changed are left alone. */
export async function numberNodes(trx: Trx, kind: NodeKind, ids: readonly string[]): Promise<RevisedNode[]> {
  const { rows } = await sql<RevisedNode>`
    update ${sql.table(kind)}
    set sort_order = wanted.position, edited_at = now(), revision = nextval('definition_revision')
    from unnest(${[...ids]}::text[]) with ordinality as wanted (id, position)
    where ${sql.table(kind)}.id = wanted.id and sort_order <> wanted.position
    returning ${revised(kind)}`.execute(trx)
  return rows
}

/**
 * Creates the path, or updates it if no admin has edited it. Undefined if it was left unchanged: it was edited, or
 * another node now has its name.
 */
export async function putLearningPath(trx: Trx, path: LearningPathInput): Promise<RevisedNode | undefined> {
  const { rows } = await sql<RevisedNode>`
    insert into learning_path (id, name, folded_name, description, difficulty, prerequisites, target_skills,
      question_categories, resources, sort_order)
    select ${path.id}, ${path.title}, ${caseFold(path.title)}, ${path.description}, ${path.difficulty},
      ${path.prerequisites}::text[], ${path.targetSkills}::text[],
      ${path.questionCategories}::text[], ${path.resources}::text[], ${path.order}::int
    where not exists (
      select from learning_path where folded_name = ${caseFold(path.title)} and id <> ${path.id})
    on conflict (id) do update set
      name = excluded.name, folded_name = excluded.folded_name, description = excluded.description, difficulty = excluded.difficulty,
      prerequisites = excluded.prerequisites, target_skills = excluded.target_skills,
      question_categories = excluded.question_categories, resources = excluded.resources,
      sort_order = excluded.sort_order, revision = excluded.revision
    where learning_path.edited_at is null
    returning ${revised('learning_path')}`.execute(trx)
  return rows[0]
}

export const wordsIn = (text: string): number => text.match(/\S+/g)?.length ?? 0

/** The columns of a path that depend on its steps. */
export const stepColumns = (steps: readonly PathStep[]) => ({
  steps: JSON.stringify(steps),
  lesson_words: steps.reduce((sum, { lesson }) => sum + wordsIn(lesson), 0),
})

/** The steps of a path, locked until the transaction ends; none if it doesn't exist. */
export async function lockSteps(trx: Trx, pathId: string): Promise<PathStep[]> {
  const { rows } = await sql<{ steps: PathStep[] }>`
    select steps from learning_path where id = ${pathId} for update`.execute(trx)
  return rows[0]?.steps ?? []
}

/** Stores the steps that an import changed. Not an edit of the path itself: one that it created can still be undone. */
export async function writeSteps(
  trx: Trx,
  pathId: string,
  given: readonly PathStep[],
): Promise<RevisedNode[]> {
  const { steps, lesson_words } = stepColumns(given)
  const { rows } = await sql<RevisedNode>`
    update learning_path set steps = ${steps}::jsonb, lesson_words = ${lesson_words}, steps_edited_at = now(),
      revision = nextval('definition_revision')
    where id = ${pathId} returning ${revised('learning_path')}`.execute(trx)
  return rows
}

/** Replaces a path's steps unless an admin has edited them; undefined if nothing changed. */
export async function putSteps(
  trx: Trx,
  pathId: string,
  given: readonly PathStep[],
): Promise<RevisedNode | undefined> {
  const { steps, lesson_words } = stepColumns(given)
  const { rows } = await sql<RevisedNode>`
    update learning_path
    set steps = ${steps}::jsonb, lesson_words = ${lesson_words}, revision = nextval('definition_revision')
    where id = ${pathId} and steps_edited_at is null and steps <> ${steps}::jsonb
    returning ${revised('learning_path')}`.execute(trx)
  return rows[0]
}

/** Creates or updates the section, under the same conditions as a learning path. */
export async function putSection(trx: Trx, section: SectionInput): Promise<RevisedNode | undefined> {
  const { rows } = await sql<RevisedNode>`
    insert into section (id, name, folded_name, description, icon, sort_order)
    select ${section.id}, ${section.name}, ${caseFold(section.name)}, ${section.description}, ${section.icon},
      ${section.order}::int
    where not exists (
      select from section where folded_name = ${caseFold(section.name)} and id <> ${section.id})
    on conflict (id) do update set
      name = excluded.name, folded_name = excluded.folded_name, description = excluded.description,
      icon = excluded.icon, sort_order = excluded.sort_order, revision = excluded.revision
    where section.edited_at is null
    returning id, name, revision`.execute(trx)
  return rows[0]
}
