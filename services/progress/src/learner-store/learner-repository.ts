import type { EventLog, StreamHead } from '@rehearse/event-store'
import { type Selectable, sql } from 'kysely'
import { noCounters } from '../learner/counters.ts'
import { learnerStream } from '../learner/events.ts'
import {
  type ActiveDays,
  type Learner,
  type LearnerState,
  newLearner,
  type SectionLeft,
} from '../learner/state.ts'
import type { Db, ProgressTables, Trx } from '../tables.ts'

/**
 * The heads of learners' streams. Read them before anything else that a decision needs: the append then detects every
 * later change.
 */
export async function readHeads(
  db: Db,
  log: EventLog,
  learnerIds: readonly string[],
): Promise<Map<string, StreamHead>> {
  const heads = await log.reader(db).heads(learnerIds.map(learnerStream))
  return new Map(
    learnerIds.map((id) => [
      id,
      heads.get(learnerStream(id)) ?? { version: 0, wrappedKey: null, isErased: false },
    ]),
  )
}

/** Learners without their active days; new ones where there are no events yet. */
export async function readLearners(db: Db, learnerIds: readonly string[]): Promise<Map<string, Learner>> {
  const [states, achieved] = await Promise.all([
    readLearnerStates(db, learnerIds),
    sql<{ learner_id: string; badges: string[]; milestones: string[] }>`
      select learner_id,
        array(select badge_id from learner_badge where learner_badge.learner_id = asked.learner_id) as badges,
        array(select milestone_id from learner_milestone where learner_milestone.learner_id = asked.learner_id)
          as milestones
      from unnest(${learnerIds}::text[]) as asked (learner_id)`.execute(db),
  ])
  return new Map(
    achieved.rows.map(({ learner_id: id, badges, milestones }) => {
      const state = states.get(id)
      const learner = newLearner(id)
      if (state === undefined) return [id, learner]
      return [id, { ...learner, state, badges: new Set(badges), milestones: new Set(milestones), days: null }]
    }),
  )
}

type Row = Selectable<ProgressTables['learner_totals']>

/** States of learners; those without events are absent. */
export async function readLearnerStates(
  db: Db,
  learnerIds: readonly string[],
): Promise<Map<string, LearnerState>> {
  const { rows } = await sql<Row>`
    select * from learner_totals where learner_id = any(${learnerIds}::text[])`.execute(db)
  return new Map(rows.map((row) => [row.learner_id, toLearnerState(row)]))
}

/** All days on which learners did anything, with the answers on each. */
export async function readActiveDays(
  db: Db,
  learnerIds: readonly string[],
): Promise<Map<string, ActiveDays>> {
  const { rows } = await sql<{ learner_id: string; day: string; answered: number }>`
    select learner_id, day, answered from learner_day where learner_id = any(${learnerIds}::text[])`.execute(
    db,
  )
  const byLearner = Map.groupBy(rows, (row) => row.learner_id)
  return new Map(
    [...byLearner].map(([id, days]) => [id, new Map(days.map((row) => [row.day, row.answered]))]),
  )
}

export async function storeLearnerStates(trx: Trx, states: ReadonlyMap<string, LearnerState>): Promise<void> {
  // Sorted by key, to avoid deadlocks.
  const rows = [...states].sort(([a], [b]) => (a < b ? -1 : 1))
  if (rows.length === 0) return
  await sql`
    insert into learner_totals (learner_id, total_questions, correct_answers, time_spent, points, current_streak,
      longest_streak, last_day, freezes, last_activity_at, time_zone, plan_id, plan_completed, tally)
    select * from unnest(
      ${rows.map(([id]) => id)}::text[], ${rows.map(([, row]) => row.totalQuestions)}::int[],
      ${rows.map(([, row]) => row.correctAnswers)}::int[], ${rows.map(([, row]) => row.timeSpent)}::float8[],
      ${rows.map(([, row]) => row.points)}::int[], ${rows.map(([, row]) => row.streak.current)}::int[],
      ${rows.map(([, row]) => row.streak.longest)}::int[], ${rows.map(([, row]) => row.streak.lastDay)}::date[],
      ${rows.map(([, row]) => row.streak.freezes)}::int[],
      ${rows.map(([, row]) => row.lastActivityAt.toISOString())}::timestamptz[],
      ${rows.map(([, row]) => row.timeZone)}::text[], ${rows.map(([, row]) => row.plan?.id ?? null)}::text[],
      ${rows.map(([, row]) => row.plan?.completed ?? 0)}::int[],
      ${rows.map(([, row]) => JSON.stringify(row.counters))}::json[])
    on conflict (learner_id) do update set
      total_questions = excluded.total_questions, correct_answers = excluded.correct_answers,
      time_spent = excluded.time_spent, points = excluded.points, current_streak = excluded.current_streak,
      longest_streak = excluded.longest_streak, last_day = excluded.last_day, freezes = excluded.freezes,
      last_activity_at = excluded.last_activity_at, time_zone = excluded.time_zone,
      plan_id = excluded.plan_id, plan_completed = excluded.plan_completed, tally = excluded.tally`.execute(
    trx,
  )
}

export function toLearnerState(row: Row): LearnerState {
  return {
    totalQuestions: row.total_questions,
    correctAnswers: row.correct_answers,
    timeSpent: row.time_spent,
    points: row.points,
    streak: {
      current: row.current_streak,
      longest: row.longest_streak,
      lastDay: row.last_day,
      freezes: row.freezes,
    },
    lastActivityAt: row.last_activity_at,
    timeZone: row.time_zone,
    plan: row.plan_id === null ? null : { id: row.plan_id, completed: row.plan_completed },
    // Rows that are older than a counter lack it.
    counters: { ...noCounters, ...row.tally },
  }
}

interface AnsweredQuestion {
  learnerId: string
  questionId: string
}

/** One learner's record of one question, and the unsolved questions of its section. */
export interface QuestionState {
  attempts: number
  /** Answered correctly since its path was last reset. */
  isSolved: boolean
  /** Null if a correct answer can't complete a section: no path, no section, or solved before. */
  left: SectionLeft | null
}

interface AnsweredRow {
  attempts: number
  isSolved: boolean
  pathId: string | null
  sectionId: string | null
  unsolved: string[] | null
}

/**
 * The state of each requested question, in the same order. At most one more unsolved question of a section is returned
 * than questions are requested: enough to see whether these can complete it.
 */
export async function readQuestionStates(
  db: Db,
  asked: readonly AnsweredQuestion[],
): Promise<QuestionState[]> {
  if (asked.length === 0) return []
  const { rows } = await sql<AnsweredRow>`
    select coalesce(state.attempts, 0) as attempts, coalesce(state.solved, 0) > 0 as "isSolved",
      place.learning_path as "pathId", place.section_id as "sectionId",
      case when coalesce(state.solved, 0) <= 0 and place.section_id is not null then array(
        select other.question_id::text
        from bank_question other
        where other.is_open and other.learning_path = place.learning_path and other.section_id = place.section_id
          -- A value, not an anti-join: one look at the index for each question until there are enough of them,
          -- and never a look at all that the learner has ever answered.
          and coalesce((
            select done.solved from learner_question done
            where done.learner_id = asked.learner_id and done.question_id = other.question_id), 0) <= 0
        limit asked.at_most)
      end as unsolved
    from unnest(
      ${asked.map((one) => one.learnerId)}::text[], ${asked.map((one) => one.questionId)}::uuid[],
      ${atMost(asked)}::int[]
    ) with ordinality as asked (learner_id, question_id, at_most, position)
    left join learner_question state
      on state.learner_id = asked.learner_id and state.question_id = asked.question_id
    left join bank_question place
      on place.question_id = asked.question_id and place.is_open and place.learning_path is not null
    order by asked.position`.execute(db)
  const sections = new Map<string, SectionLeft>()
  return rows.map((row, index) => ({
    attempts: row.attempts,
    isSolved: row.isSolved,
    left: sectionLeft(row, asked[index]?.learnerId ?? '', sections),
  }))
}

/** One shared object per learner and section, so that an answer to one question counts for the others. */
function sectionLeft(
  row: AnsweredRow,
  learnerId: string,
  sections: Map<string, SectionLeft>,
): SectionLeft | null {
  const { pathId, sectionId, unsolved } = row
  if (pathId === null || sectionId === null || unsolved === null) return null
  const key = JSON.stringify([learnerId, pathId, sectionId])
  const left = sections.get(key) ?? { pathId, sectionId, questionIds: new Set(unsolved) }
  sections.set(key, left)
  return left
}

function atMost(asked: readonly AnsweredQuestion[]): number[] {
  const counts = new Map<string, number>()
  for (const { learnerId } of asked) counts.set(learnerId, (counts.get(learnerId) ?? 0) + 1)
  return asked.map(({ learnerId }) => (counts.get(learnerId) ?? 0) + 1)
}
