import type { Difficulty } from '@rehearse/contracts'
import { LEVEL_WORD } from '@rehearse/contracts/questions/difficulty-words'
import { type Expression, type Selectable, sql } from 'kysely'
import { localDay } from '../learner/days.ts'
import { charge } from '../learner-store/usage-repository.ts'
import { readDefinitions } from '../question-copies/definition-repository.ts'
import { reservedIds } from '../read-models/interview.ts'
import { dueBy } from '../reviews/queries.ts'
import { type Measured, measuredDifficulty } from '../sessions/queries.ts'
import type { Db, ProgressTables } from '../tables.ts'
import type { ReserveCandidate } from './reserve.rules.ts'
import type { Candidate } from './track.rules.ts'

export type InterviewRow = Selectable<ProgressTables['learner_interview']>
export type ForecastRow = Selectable<ProgressTables['learner_forecast']>

/** A learner's interview, even if its day has passed; undefined if none is set. */
export const findInterview = (db: Db, learnerId: string): Promise<InterviewRow | undefined> =>
  db.selectFrom('learner_interview').selectAll().where('learner_id', '=', learnerId).executeTakeFirst()

export async function readReservedIds(db: Db, learnerId: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ question_id: string }>`
    select question_id from (${reservedIds(learnerId, now)}) as kept order by question_id`.execute(db)
  return rows.map((row) => row.question_id)
}

/** Learning paths that exist, by id, with their steps. */
export async function readOpenPaths(db: Db, ids: readonly string[]) {
  const { rows } = await sql<{ id: string }>`
    select id from definition where kind = 'learning-path' and not removed and id = any(${[...ids]}::text[])`.execute(
    db,
  )
  return readDefinitions(
    db,
    'learning-path',
    rows.map(({ id }) => id),
  )
}

/** An open question of a path, and whether the learner has seen it. */
export interface PathQuestion {
  questionId: string
  learningPath: string | null
  isSeen: boolean
}

/** Open questions: those with these ids, and all of these paths; easy ones first. */
export async function readPathQuestions(
  db: Db,
  learnerId: string,
  { ids, paths }: { ids: readonly string[]; paths: readonly string[] },
): Promise<PathQuestion[]> {
  const { rows } = await sql<PathQuestion>`
    select bank.question_id as "questionId", bank.learning_path as "learningPath",
      coalesce(state.answered, 0) > 0 as "isSeen"
    from bank_question bank
    join answer_key question on question.question_id = bank.question_id and question.version = bank.version
    left join learner_question state
      on state.learner_id = ${learnerId} and state.question_id = bank.question_id
    where bank.is_open
      and (bank.question_id = any(${[...ids]}::uuid[]) or bank.learning_path = any(${[...paths]}::text[]))
    order by array_position(array['beginner', 'intermediate', 'advanced'], question.difficulty), bank.question_id
    `.execute(db)
  return rows
}

/** Questions that a learner answered for the first time on that day. */
export async function readFirstAnswers(
  db: Db,
  learnerId: string,
  { day, since }: { day: string; since: Date },
): Promise<string[]> {
  const { rows } = await sql<{ question_id: string }>`
    select distinct question_id from learner_answer
    where learner_id = ${learnerId} and answered_at >= ${since} and day = ${day} and attempt = 1`.execute(db)
  return rows.map((row) => row.question_id)
}

/** When cards were reviewed since then; their questions, too. */
export async function readReviewTimes(
  db: Db,
  learnerId: string,
  since: Date,
): Promise<{ questionId: string; at: Date }[]> {
  const { rows } = await sql<{ questionId: string; at: Date }>`
    select question_id as "questionId", last_review as at from learner_card
    where learner_id = ${learnerId} and last_review >= ${since}`.execute(db)
  return rows
}

/** Cards that are due in the same quarter of an hour, after the same number of days. */
export interface DueCards {
  at: Date
  /** Whether they are due now. */
  isDue: boolean
  interval: number
  count: number
}

/** How many cards are due until then. */
export async function readDueCards(
  db: Db,
  learnerId: string,
  { now, end }: { now: Date; end: Date },
): Promise<DueCards[]> {
  const { rows } = await sql<DueCards>`
    select date_bin('15 minutes', card.due, 'epoch') as at, card.due <= ${dueBy(now)} as "isDue",
      card.scheduled_days as interval, count(*)::int as count
    from learner_card card
    join bank_question bank on bank.question_id = card.question_id and bank.is_open
    where card.learner_id = ${learnerId} and card.due < ${end}
    group by 1, 2, 3`.execute(db)
  return rows
}

/** The share of the paths' questions that a topic has at least to be one of theirs. */
const topicShare = 0.2
/** Enough to select from; a bank may be large. */
const candidatesMax = 2_000

/** How close a question is to the chosen paths: in them, in one of their topics, in a topic that they touch, or in none. */
export const reserveTiers = ['path', 'topic', 'touched', 'bank'] as const
export type ReserveTier = (typeof reserveTiers)[number]

/** Unseen, server-graded questions that are in no step of any path, those closest to these paths first. */
export async function readReserveCandidates(
  db: Db,
  learnerId: string,
  paths: readonly string[],
): Promise<(ReserveCandidate & { tier: ReserveTier })[]> {
  const { rows } = await sql<ReserveCandidate & { tier: ReserveTier }>`
    with own as (
      select question_id, category_id from bank_question bank
      where is_open and (learning_path = any(${[...paths]}::text[]) or question_id in (
        select question_id from path_step_question where path_id = any(${[...paths]}::text[])))),
    topic as (
      select category_id, count(*) >= ${topicShare}::numeric * (select count(*) from own) as is_main
      from own group by category_id)
    select * from (
      select bank.question_id as "questionId", bank.category_id as topic, question.difficulty,
        case when bank.learning_path = any(${[...paths]}::text[]) then 'path' when topic.is_main then 'topic'
          when topic.category_id is not null then 'touched' else 'bank' end as tier
      from bank_question bank
      join answer_key question on question.question_id = bank.question_id and question.version = bank.version
      left join topic on topic.category_id = bank.category_id
      where bank.is_open and question.type <> 'open-ended' and exists (select from own)
        and not exists (select from path_step_question step where step.question_id = bank.question_id)
        and not exists (
          select from learner_question asked
          where asked.learner_id = ${learnerId} and asked.question_id = bank.question_id and asked.attempts > 0)
    ) as candidate
    order by array_position(${[...reserveTiers]}::text[], tier), md5("questionId"::text || ${learnerId}::text)
    limit ${candidatesMax}`.execute(db)
  return rows
}

/** An open question that the server grades, with the estimate of its difficulty. */
export interface GradedQuestion {
  questionId: string
  version: number
  topic: string
  label: Difficulty
  isInPaths: boolean
  /** Of the newest version with answers; null if there is none. */
  measured: Measured | null
}

/** Every open question that the server grades, and whether it is one of these paths; null for all paths. */
export async function readGradedQuestions(
  db: Db,
  paths: readonly string[] | null,
): Promise<GradedQuestion[]> {
  const { rows } = await sql<GradedQuestion>`
    select bank.question_id as "questionId", bank.version, coalesce(category.name, question.category) as topic,
      question.difficulty as label, to_jsonb(item) as measured,
      ${
        paths === null
          ? sql`true`
          : sql`coalesce(bank.learning_path = any(${[...paths]}::text[]), false) or bank.question_id in (
              select question_id from path_step_question where path_id = any(${[...paths]}::text[]))`
      } as "isInPaths"
    from bank_question bank
    join answer_key question on question.question_id = bank.question_id and question.version = bank.version
    left join category on category.id = question.category_id
    left join lateral ${measuredDifficulty('bank')} as item on true
    where bank.is_open and question.type <> 'open-ended'
    order by bank.question_id`.execute(db)
  return rows
}

/** A learner's mock exams, newest first. */
export const readForecasts = (db: Db, learnerId: string): Promise<ForecastRow[]> =>
  db
    .selectFrom('learner_forecast')
    .selectAll()
    .where('learner_id', '=', learnerId)
    .orderBy('made_at', 'desc')
    .orderBy('exam_id')
    .limit(100)
    .execute()

export const findExam = (db: Db, learnerId: string, examId: string): Promise<ForecastRow | undefined> =>
  db
    .selectFrom('learner_forecast')
    .selectAll()
    .where('learner_id', '=', learnerId)
    .where('exam_id', '=', examId)
    .executeTakeFirst()

/** An exam that isn't finished and whose questions are still reserved. */
export async function findOpenExam(db: Db, learnerId: string): Promise<ForecastRow | undefined> {
  return db
    .selectFrom('learner_forecast')
    .selectAll()
    .where('learner_id', '=', learnerId)
    .where('tested_at', 'is', null)
    .where(
      sql<boolean>`exists (select from learner_reserved kept
        where kept.learner_id = learner_forecast.learner_id and kept.question_id = any(question_ids))`,
    )
    .orderBy('made_at')
    .limit(1)
    .executeTakeFirst()
}

/** Which of these questions learners may still see. */
export async function readOpen(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ question_id: string }>`
    select question_id from bank_question where question_id = any(${[...ids]}::uuid[]) and is_open`.execute(
    db,
  )
  return new Set(rows.map((row) => row.question_id))
}

/** A feed's token; undefined if there is none. */
export async function findToken(db: Db, learnerId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('learner_calendar')
    .select('token')
    .where('learner_id', '=', learnerId)
    .executeTakeFirst()
  return row?.token
}

export async function findLearnerOfToken(db: Db, token: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('learner_calendar')
    .select('learner_id')
    .where('token', '=', token)
    .executeTakeFirst()
  return row?.learner_id
}

/**
 * Stores a new token, which replaces the earlier one.
 * @throws {DomainError} conflict, `quota_exceeded`
 */
export async function storeToken(db: Db, learnerId: string, token: string, at: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await charge(trx, learnerId, [{ quota: 'interview-changes', amount: 1 }], at)
    await sql`
      insert into learner_calendar (learner_id, token) values (${learnerId}, ${token})
      on conflict (learner_id) do update set token = excluded.token, created_at = now()`.execute(trx)
  })
}

export const removeToken = (db: Db, learnerId: string) =>
  db.deleteFrom('learner_calendar').where('learner_id', '=', learnerId).execute()

/** What a track can ask for next, and what was done for it since then, by day in the time zone. */
export async function readTrackState(
  db: Db,
  learnerId: string,
  { since, timeZone }: { since: Date; timeZone: string },
) {
  const dayOf = (at: Date) => localDay(at, timeZone)
  const [challenges, solved, designs, interviews, exams] = await Promise.all([
    sql<Candidate>`
      select id, document ->> 'title' as title, document ->> 'category' as category,
        document ->> 'difficulty' as difficulty
      from definition
      where kind = 'challenge' and not removed and coalesce(document ->> 'kind', 'web') <> 'review'
        and not exists (select from learner_challenge_attempt tried
          where tried.learner_id = ${learnerId} and tried.challenge_id = definition.id and tried.completed)
      order by (document ->> 'order')::float8, id`.execute(db),
    sql<{ at: Date; difficulty: Candidate['difficulty'] }>`
      select min(attempted_at) as at, ${levelWord(sql`min(difficulty)`)} as difficulty
      from learner_challenge_attempt
      where learner_id = ${learnerId} and completed
      group by challenge_id having min(attempted_at) >= ${since}`.execute(db),
    sql<Candidate & { answeredAt: Date | null }>`
      select bank.question_id as id, question.title, question.category, ${levelWord(sql.ref('question.difficulty'))} as difficulty,
        state.last_answered_at as "answeredAt"
      from bank_question bank
      join answer_key question on question.question_id = bank.question_id and question.version = bank.version
      left join learner_question state
        on state.learner_id = ${learnerId} and state.question_id = bank.question_id
      where bank.is_open and bank.section_id = ${designSection} and question.type = 'open-ended'
      order by bank.question_id`.execute(db),
    sql<{ at: Date }>`
      select finished_at as at from learner_mock_interview
      where learner_id = ${learnerId} and finished_at >= ${since}`.execute(db),
    sql<{ at: Date }>`
      select tested_at as at from learner_forecast
      where learner_id = ${learnerId} and tested_at >= ${since}`.execute(db),
  ])
  const designed = designs.rows.flatMap(({ answeredAt: at }) => (at !== null && at >= since ? [at] : []))
  return {
    challenges: challenges.rows,
    designs: designs.rows.filter(({ answeredAt }) => answeredAt === null),
    done: {
      challenges: solved.rows.map(({ at, difficulty }) => ({ day: dayOf(at), difficulty })),
      designs: designed.map(dayOf),
      mockInterviews: interviews.rows.map(({ at }) => dayOf(at)),
      exams: exams.rows.map(({ at }) => dayOf(at)),
    },
  }
}

const levelWord = (stored: Expression<unknown>) => sql`case ${stored}
  when 'beginner' then ${sql.lit(LEVEL_WORD.beginner)} when 'intermediate' then ${sql.lit(LEVEL_WORD.intermediate)}
  else ${sql.lit(LEVEL_WORD.advanced)} end`

/** The section of open questions that are design cases. */
const designSection = 'system-design'
