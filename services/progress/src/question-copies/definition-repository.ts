import type {
  BadgeDefinedData,
  ChallengeDefinedData,
  PlaceSnapshot,
  PlanDefinedData,
} from '@rehearse/contracts'
import { sql } from 'kysely'
import type { Badge } from '../learner/badges.ts'
import type { StepProgress } from '../learner/steps.rules.ts'
import type { Db, DefinitionKind } from '../tables.ts'

/** A definition in its current form; undefined if it is unknown or was removed. */
export async function findDefinition<Kind extends DefinitionKind>(
  db: Db,
  kind: Kind,
  id: string,
): Promise<Definitions[Kind] | undefined> {
  const row = await db
    .selectFrom('definition')
    .select('document')
    .where('kind', '=', kind)
    .where('id', '=', id)
    .where('removed', '=', false)
    .executeTakeFirst()
  return row?.document as Definitions[Kind] | undefined
}

/** Definitions by id, including removed ones: learners' records still show their names. */
export async function readDefinitions<Kind extends DefinitionKind>(
  db: Db,
  kind: Kind,
  ids: readonly string[],
): Promise<Map<string, Definitions[Kind]>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; document: Definitions[Kind] }>`
    select id, document from definition
    where kind = ${kind} and id = any(${ids}::text[]) and document <> '{}'`.execute(db)
  return new Map(rows.map((row) => [row.id, row.document]))
}

/**
 * Stores a definition unless a newer one is known: messages may arrive in any order. A replay may send the same
 * revision with more data.
 */
export async function storeDefinition<Kind extends DefinitionKind>(
  db: Db,
  kind: Kind,
  id: string,
  document: Definitions[Kind],
): Promise<void> {
  const { rows } = await sql`
    insert into definition (kind, id, revision, removed, document)
    values (${kind}, ${id}, ${document.revision}, false, ${JSON.stringify(document)})
    on conflict (kind, id) do update set
      revision = excluded.revision, removed = false, document = excluded.document
    where definition.revision < excluded.revision or (definition.revision = excluded.revision
      and not definition.removed and definition.document <> excluded.document)
    returning id`.execute(db)
  if (kind === 'learning-path' && rows.length > 0) await storePathSteps(db, document as PlaceSnapshot)
}

/** Marks a definition as removed; a late message of that revision or an older one changes nothing. */
export async function removeDefinition(
  db: Db,
  kind: DefinitionKind,
  id: string,
  revision: number,
): Promise<void> {
  await sql`
    insert into definition (kind, id, revision, removed, document)
    values (${kind}, ${id}, ${revision}, true, '{}')
    on conflict (kind, id) do update set revision = excluded.revision, removed = true
    where definition.revision <= excluded.revision`.execute(db)
  if (kind === 'learning-path') {
    await sql`delete from path_step_question where path_id = ${id} and exists (
      select from definition where kind = ${kind} and id = ${id} and removed)`.execute(db)
  }
}

/** The definitions of the content library that progress uses, by kind. */
interface Definitions {
  challenge: ChallengeDefinedData
  plan: PlanDefinedData
  'learning-path': PlaceSnapshot
}

/** Milliseconds. A badge defined meanwhile is awarded with the learner's next event or by its backfill. */
const timeToLive = 2_000

/** Every badge that can be earned, in the library's order, cached for a few seconds. */
export function badgeCache(read: () => Promise<readonly Badge[]>): () => Promise<readonly Badge[]> {
  let cached: { badges: Promise<readonly Badge[]>; until: number } | null = null
  return () => {
    if (cached === null || cached.until < performance.now()) {
      const badges = read()
      cached = { badges, until: performance.now() + timeToLive }
      badges.catch(() => {
        cached = null
      })
    }
    return cached.badges
  }
}

export async function readBadges(db: Db): Promise<Badge[]> {
  const rows = await db
    .selectFrom('badge_definition')
    .select(['badge_id', 'title', 'description', 'rarity', 'rule'])
    .where('removed', '=', false)
    .orderBy('position')
    .orderBy('badge_id')
    .execute()
  return rows.map(({ badge_id: badgeId, ...badge }) => ({ badgeId, ...badge }))
}

/** Stores a badge unless a newer definition is known: messages may arrive in any order. A new rule is queued for backfill. */
export async function storeBadge(db: Db, badge: BadgeDefinedData): Promise<void> {
  const { rows } = await sql`
    insert into badge_definition (badge_id, revision, removed, title, description, rarity, rule, position)
    values (${badge.badgeId}, ${badge.revision}, false, ${badge.name}, ${badge.description}, ${badge.rarity},
      ${JSON.stringify(badge.rule)}, ${badge.order})
    on conflict (badge_id) do update set
      revision = excluded.revision, removed = false, title = excluded.title, description = excluded.description,
      rarity = excluded.rarity, rule = excluded.rule, position = excluded.position
    where badge_definition.revision < excluded.revision
    returning badge_id`.execute(db)
  if (rows.length === 0) return
  await sql`
    insert into badge_backfill (badge_id, revision) values (${badge.badgeId}, ${badge.revision})
    on conflict (badge_id) do update set
      revision = excluded.revision, defined_at = now(), after_learner = '', finished_at = null`.execute(db)
}

/** Marks a badge as removed: learners keep it, but it can't be earned any more. */
export async function removeBadge(db: Db, badgeId: string, revision: number): Promise<void> {
  await sql`
    insert into badge_definition (badge_id, revision, removed, title, description, rarity, rule, position)
    values (${badgeId}, ${revision}, true, '', '', 'common', '{}', 0)
    on conflict (badge_id) do update set revision = excluded.revision, removed = true
    where badge_definition.revision <= excluded.revision`.execute(db)
}

/** Replaces the stored steps of a path. */
export async function storePathSteps(
  db: Db,
  { id, steps = [] }: Pick<PlaceSnapshot, 'id' | 'steps'>,
): Promise<void> {
  await sql`delete from path_step_question where path_id = ${id}`.execute(db)
  const rows = steps.flatMap((step) =>
    step.questionIds.map((questionId) => ({ stepId: step.id, questionId })),
  )
  if (rows.length === 0) return
  await sql`
    insert into path_step_question (path_id, step_id, question_id, position)
    select ${id}, * from unnest(
      ${rows.map((row) => row.stepId)}::text[], ${rows.map((row) => row.questionId)}::uuid[],
      ${rows.map((_, position) => position)}::int[])
    on conflict do nothing`.execute(db)
}

/** An open question of a step, with a learner's latest answer. */
export interface StepAnswerRow {
  path_id: string
  step_id: string
  question_id: string
  answered_at: Date | null
  is_correct: boolean | null
}

/**
 * The last columns of `StepAnswerRow`, from a row `done` of `learner_question`. After a reset of everything, earlier
 * answers don't count.
 */
export const stepAnswer = sql`
  case when done.answered > 0 then done.last_answered_at end as answered_at, done.last_correct as is_correct`

/** The steps in the order of their rows. */
export function toSteps(rows: readonly StepAnswerRow[]): StepProgress[] {
  const byStep = Map.groupBy(rows, (row) => `${row.path_id}/${row.step_id}`)
  return [...byStep.values()].flatMap((own) => {
    const [first] = own
    if (first === undefined) return []
    const answers = own.map(({ question_id, answered_at, is_correct }) => {
      const answer = answered_at && { at: answered_at.getTime(), isCorrect: is_correct === true }
      return [question_id, answer] as const
    })
    return [{ pathId: first.path_id, stepId: first.step_id, answers: new Map(answers) }]
  })
}

/** A learner's progress in the steps of these paths, by path; steps without open questions are absent. */
export async function readPathSteps(
  db: Db,
  learnerId: string,
  pathIds: readonly string[],
): Promise<Map<string, StepProgress[]>> {
  const { rows } = await sql<StepAnswerRow>`
    select step.path_id, step.step_id, step.question_id, ${stepAnswer}
    from path_step_question step
    join bank_question bank on bank.question_id = step.question_id and bank.is_open
    left join learner_question done on done.learner_id = ${learnerId} and done.question_id = step.question_id
    where step.path_id = any(${[...pathIds]}::text[])
    order by step.path_id, step.position`.execute(db)
  return Map.groupBy(toSteps(rows), ({ pathId }) => pathId)
}
