import {
  ADAPTIVE_MIN,
  type Difficulty,
  ITEM_STATISTICS_MIN,
  type NextQuestionsQuery,
  type QuestionsByStatusQuery,
  type SelectionReason,
  STEERING_ANSWERS,
  WANTED_CHANCE,
} from '@rehearse/contracts'
import { type Candidate, expectedChance, type Normal } from '@rehearse/contracts/adaptive'
import { sql } from 'kysely'
import { type Ability, abilityIn, afterEdit, firstVariance, labelPriors } from '../adaptive/ability.ts'
import { reservedIds } from '../read-models/interview.ts'
import type { Db } from '../tables.ts'

interface NextQuestionsInput extends Omit<NextQuestionsQuery, 'mode'> {
  seed: string
  now: Date
  /** The only ones to select from, by name; null for all. */
  topics: readonly string[] | null
}

/** Milliseconds during which a correctly answered question isn't selected while others are left. */
const restFor = 7 * 24 * 60 * 60 * 1_000

/**
 * Questions to ask next, ordered by the learner's last answer: 0 unseen, 1 due again, 2 answered correctly recently.
 */
export async function selectNext(
  db: Db,
  learnerId: string,
  { count, seed, ...input }: NextQuestionsInput,
): Promise<{ questionIds: string[]; total: number }> {
  const { rows } = await sql<{ questionId: string; total: number }>`
    with pool as (${questionPool(learnerId, input)})
    select question_id as "questionId", (select count(*)::int from pool) as total from pool
    where priority < 2 or not exists (select from pool where priority < 2)
    order by priority, last_correct, last_answered_at,
      uuid_hash_extended(question_id, hashtextextended(${seed}, 0))
    limit ${count}`.execute(db)
  return { questionIds: rows.map(({ questionId }) => questionId), total: rows[0]?.total ?? 0 }
}

/** How many questions practice can select, up to a limit. */
export async function countSelectable(
  db: Db,
  learnerId: string,
  { limit, ...wanted }: Pick<NextQuestionsInput, 'learningPath' | 'topics' | 'now'> & { limit: number },
): Promise<number> {
  const pool = questionPool(learnerId, {
    ...wanted,
    category: undefined,
    difficulty: undefined,
    graded: false,
  })
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from (${pool}) as pool limit ${limit}) as found`.execute(db)
  return rows[0]?.count ?? 0
}

/** The matching questions, with the order of the learner's last answer as priority. */
function questionPool(
  learnerId: string,
  { category, learningPath, topics, difficulty, graded, now }: Omit<NextQuestionsInput, 'count' | 'seed'>,
) {
  const since = new Date(now.getTime() - restFor)
  const conditions = [
    ...matching({ category, learningPath, difficulty }),
    notReserved(learnerId, now),
    ...(topics === null ? [] : [inTopics(topics)]),
    ...(graded ? [sql`question.type <> 'open-ended'`] : []),
  ]
  return sql`
    select bank.question_id, bank.version, bank.category_id, state.last_correct, state.last_answered_at,
      case when state.question_id is null then 0
        when state.last_correct and state.last_answered_at > ${since} then 2
        else 1 end as priority
    ${bankWithState(learnerId)}
    where ${sql.join(conditions, sql` and `)}`
}

export type AdaptiveCandidate = Candidate & SelectionReason

interface CandidateRow {
  questionId: string
  version: number
  topic: string
  label: Difficulty
  isGraded: boolean
  /** Of the newest version with answers; null if there is none. */
  measured: Measured | null
}

/**
 * The questions to select from with the learner's chance of answering each correctly; null if the learner has too few
 * answers. Those answered correctly recently are left out while others are left.
 */
export async function readCandidates(
  db: Db,
  learnerId: string,
  input: Omit<NextQuestionsInput, 'count' | 'seed'>,
): Promise<AdaptiveCandidate[] | null> {
  const { abilityOf, counts } = await readAbilities(db, learnerId)
  if ([...counts.values()].reduce((sum, n) => sum + n, 0) < ADAPTIVE_MIN) return null
  const { rows } = await sql<CandidateRow>`
    with pool as (${questionPool(learnerId, input)})
    select pool.question_id as "questionId", pool.version, coalesce(category.name, question.category) as topic,
      question.difficulty as label, question.type <> 'open-ended' as "isGraded", to_jsonb(item) as measured
    from pool
    join answer_key question on question.question_id = pool.question_id and question.version = pool.version
    left join category on category.id = question.category_id
    left join lateral ${measuredDifficulty('pool')} as item on true
    where priority < 2 or not exists (select from pool where priority < 2)
    order by pool.question_id`.execute(db)
  return rows.map(({ questionId, version, topic, label, isGraded, measured }) => {
    const n = measured?.version === version ? measured.n : 0
    const difficulty = difficultyOf(version, label, measured)
    return {
      questionId,
      topic,
      chance: expectedChance(abilityOf(topic), difficulty),
      // Answers that aren't graded by the server measure nothing.
      error: isGraded ? difficulty.deviation : 0,
      basis: n < ITEM_STATISTICS_MIN ? 'label' : 'measured',
      n,
    }
  })
}

/** A learner's ability by topic, and the number of graded first answers in each. */
export async function readAbilities(
  db: Db,
  learnerId: string,
): Promise<{ abilityOf: (topic: string) => Normal; counts: ReadonlyMap<string, number> }> {
  const [abilities, variances] = await Promise.all([
    sql<Ability & { topic: string }>`
      select topic, mean, deviation, variance, n from item_ability where respondent = ${learnerId}
      order by topic`.execute(db),
    sql<{ topic: string; variance: number }>`select topic, variance from topic_fit`.execute(db),
  ])
  const own = new Map(abilities.rows.map(({ topic, ...ability }) => [topic, ability]))
  const variance = new Map(variances.rows.map((row) => [row.topic, row.variance]))
  const known = new Map<string, Normal>()
  const abilityOf = (topic: string): Normal => {
    const ability = known.get(topic) ?? abilityIn(topic, own, variance.get(topic) ?? firstVariance)
    known.set(topic, ability)
    return ability
  }
  return { abilityOf, counts: new Map([...own].map(([topic, { n }]) => [topic, n])) }
}

/** A difficulty as measured from answers. */
export interface Measured {
  version: number
  b: number
  error: number
  n: number
}

/** As `Measured`, for use as `left join lateral`: of the newest version with answers. */
export const measuredDifficulty = (question: string) => sql`(
  select version, b, error, n from item_difficulty item
  where item.question_id = ${sql.ref(`${question}.question_id`)} and item.version <= ${sql.ref(`${question}.version`)}
  order by version desc, n desc, topic limit 1)`

export function difficultyOf(version: number, label: Difficulty, measured: Measured | null): Normal {
  if (measured === null) return labelPriors[label]
  const known = { mean: measured.b, deviation: measured.error }
  return measured.version === version ? known : afterEdit(known)
}

/** The learner's wanted chance of a correct answer, 0 to 1, and whether the newest first answers were correct. */
export async function readTarget(db: Db, learnerId: string): Promise<{ wanted: number; recent: boolean[] }> {
  const [preferred, answers] = await Promise.all([
    db
      .selectFrom('learner_time_zone')
      .select('target_accuracy')
      .where('learner_id', '=', learnerId)
      .executeTakeFirst(),
    db
      .selectFrom('learner_answer')
      .select('correct')
      .where('learner_id', '=', learnerId)
      .where('attempt', '=', 1)
      .orderBy('answered_at', 'desc')
      .limit(STEERING_ANSWERS)
      .execute(),
  ])
  return {
    wanted: (preferred?.target_accuracy ?? WANTED_CHANCE.default) / 100,
    recent: answers.map(({ correct }) => correct),
  }
}

/** A learner's unseen, missed or correctly answered questions; within a path, easy ones first. */
export async function readByStatus(
  db: Db,
  learnerId: string,
  { status, page, pageSize, now, ...filters }: QuestionsByStatusQuery & { now: Date },
): Promise<{ questionIds: string[]; totalCount: number }> {
  const matches = sql`${bankWithState(learnerId)}
    where ${sql.join([...matching(filters), statuses[status], notReserved(learnerId, now)], sql` and `)}`
  const [found, counted] = await Promise.all([
    sql<{ questionId: string }>`
      select bank.question_id as "questionId" ${matches}
      order by bank.learning_path, array_position(array['beginner', 'intermediate', 'advanced'], question.difficulty),
        bank.question_id
      limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db),
    sql<{ totalCount: number }>`select count(*)::int as "totalCount" ${matches}`.execute(db),
  ])
  return {
    questionIds: found.rows.map(({ questionId }) => questionId),
    totalCount: counted.rows[0]?.totalCount ?? 0,
  }
}

const statuses = {
  unseen: sql`state.question_id is null`,
  missed: sql`not state.last_correct`,
  correct: sql`state.last_correct`,
}

const inTopics = (topics: readonly string[]) => sql`
  lower(coalesce((select name from category where id = bank.category_id), question.category)) in (
    select lower(topic) from unnest(${[...topics]}::text[]) as topic)`

/** Questions reserved for the learner's mock exams don't appear anywhere else. */
const notReserved = (learnerId: string, now: Date) =>
  sql`bank.question_id <> all (array(${reservedIds(learnerId, now)}))`

/** The newest version of each question, with the learner's last answer. */
const bankWithState = (learnerId: string) => sql`
  from bank_question bank
  join answer_key question on question.question_id = bank.question_id and question.version = bank.version
  left join learner_question state
    on state.learner_id = ${learnerId} and state.question_id = bank.question_id and state.answered > 0`

const matching = ({
  category,
  learningPath,
  difficulty,
}: Pick<QuestionsByStatusQuery, 'category' | 'learningPath' | 'difficulty'>) => [
  sql`bank.is_open`,
  ...(learningPath === undefined ? [] : [sql`bank.learning_path = ${learningPath}`]),
  ...(category === undefined
    ? []
    : [
        sql`bank.category_id in (
          select id from category where id = ${category} or lower(name) = lower(${category}))`,
      ]),
  ...(difficulty === undefined ? [] : [sql`question.difficulty = ${difficulty}`]),
]
