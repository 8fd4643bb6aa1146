import type { Projection, RecordedEvent } from '@rehearse/event-store'
import { type Selectable, sql } from 'kysely'
import { noCounters } from '../learner/counters.ts'
import type { LearnerEvent } from '../learner/events.ts'
import {
  type ActiveDay,
  type ActiveDays,
  activityOf,
  type DayChange,
  dayChangeOf,
  emptyState,
  evolveState,
  isLate,
  type LearnerState,
  withDays,
} from '../learner/state.ts'
import { type DayMoments, earlier, later, type Moment } from '../learner/streak.ts'
import type { Db, ProgressTables, Trx } from '../tables.ts'
import { runsBetweenResets, upsert } from './batches.ts'

/** Totals, days and streak. Days are written first, since a late answer's streak is computed from them. */
export const activityProjection: Projection<ProgressTables> = {
  name: 'activity',
  tables: ['learner_totals', 'learner_day'],
  apply: async (trx, events) => {
    for (const run of runsBetweenResets(events)) {
      const states = await fold(trx, run.events)
      if (run.reset !== null) {
        const { learnerId } = run.reset.data
        const before = states.get(learnerId) ?? (await readLearnerStates(trx, [learnerId])).get(learnerId)
        states.set(learnerId, evolveState(before ?? emptyState, run.reset as LearnerEvent))
        if (run.reset.data.scope === 'all') await deleteDays(trx, learnerId)
      }
      await storeLearnerStates(trx, states)
    }
  },
}

/** Adds activities to their days. */
async function addDays(trx: Trx, events: readonly RecordedEvent[]): Promise<void> {
  const rows = sumByDay(events)
  if (rows.length === 0) return
  await upsert(trx, 'learner_day', {
    learner_id: ['text', rows.map((row) => row.learnerId), 'key'],
    day: ['date', rows.map((row) => row.day), 'key'],
    answered: ['int', rows.map((row) => row.answered), 'sum'],
    correct: ['int', rows.map((row) => row.correct), 'sum'],
    time_spent: ['float8', rows.map((row) => row.timeSpent), 'sum'],
    points: ['int', rows.map((row) => row.points), 'sum'],
    last_at: ['timestamptz', rows.map(({ last }) => isoOf(last)), 'greatest'],
    last_zone: ['text', rows.map(({ last }) => last?.timeZone ?? null), zoneRule('last', '>')],
    first_at: ['timestamptz', rows.map(({ first }) => isoOf(first)), 'least'],
    first_zone: ['text', rows.map(({ first }) => first?.timeZone ?? null), zoneRule('first', '<')],
    is_active: ['boolean', rows.map((row) => row.makesDayActive), sql`stored.is_active or given.is_active`],
    uncounted: ['int', rows.map((row) => row.uncounted), 'sum'],
  })
}

const isoOf = (moment: Moment | null) => (moment === null ? null : new Date(moment.at).toISOString())

/** The zone of the earlier or later moment; of two at the same instant as `isBefore` has it. */
const zoneRule = (edge: 'first' | 'last', order: '<' | '>') => {
  const [at, zone] = [`${edge}_at`, `${edge}_zone`]
  const moment = (row: string) =>
    sql`(${sql.ref(`${row}.${at}`)}::timestamptz, ${sql.ref(`${row}.${zone}`)} collate "C")`
  return sql`case when ${sql.ref(`stored.${at}`)} is null or ${moment('given')} ${sql.raw(order)} ${moment('stored')}
    then ${sql.ref(`given.${zone}`)} else ${sql.ref(`stored.${zone}`)} end`
}

interface DayRow extends DayChange, DayMoments {
  learnerId: string
  /** Of the answers, those on a day before the account existed. */
  uncounted: number
}

/** Ordered by key, to avoid deadlocks. */
function sumByDay(events: readonly RecordedEvent[]): DayRow[] {
  const rows = new Map<string, DayRow>()
  for (const event of events as (RecordedEvent & LearnerEvent)[]) {
    const change = dayChangeOf(event)
    if (change === null) continue
    const { learnerId } = event.data
    const { at, timeZone, makesDayActive } = change
    const isDated = makesDayActive && at !== undefined && timeZone !== undefined
    const moment = isDated ? { at: at.getTime(), timeZone } : null
    const uncounted = makesDayActive ? 0 : change.answered
    const key = `${learnerId}/${change.day}`
    const row = rows.get(key)
    if (row === undefined) {
      const { day, answered, correct, timeSpent, points } = change
      const sums = { answered, correct, timeSpent, points, uncounted }
      rows.set(key, { learnerId, day, makesDayActive, ...sums, first: moment, last: moment })
    } else {
      row.first = earlier(row.first, moment)
      row.last = later(row.last, moment)
      row.makesDayActive ||= makesDayActive
      row.uncounted += uncounted
      row.answered += change.answered
      row.correct += change.correct
      row.timeSpent += change.timeSpent
      row.points += change.points
    }
  }
  return [...rows.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

async function fold(trx: Trx, events: readonly RecordedEvent[]): Promise<Map<string, LearnerState>> {
  if (events.length === 0) return new Map()
  await addDays(trx, events)
  // An unknown type of event changes no state.
  const learnerEvents = events as readonly (RecordedEvent & LearnerEvent)[]
  const states = await readLearnerStates(trx, [...new Set(learnerEvents.map(({ data }) => data.learnerId))])
  const late = new Set<string>()
  for (const event of learnerEvents) {
    const { learnerId } = event.data
    const before = states.get(learnerId) ?? emptyState
    const activity = activityOf(event)
    if (activity !== null && isLate(before, activity)) late.add(learnerId)
    states.set(learnerId, evolveState(before, event))
  }
  if (late.size === 0) return states
  for (const [learnerId, days] of await readActiveDays(trx, [...late])) {
    states.set(learnerId, withDays(states.get(learnerId) ?? emptyState, days))
  }
  return states
}

/** The days themselves stay, since the streak is computed from them. */
async function deleteDays(trx: Trx, learnerId: string): Promise<void> {
  await trx
    .updateTable('learner_day')
    .set({ answered: 0, correct: 0, time_spent: 0, points: 0, uncounted: 0 })
    .where('learner_id', '=', learnerId)
    .execute()
}

type Row = Selectable<ProgressTables['learner_totals']>

/** The states of learners; learners without events are absent. */
export async function readLearnerStates(
  db: Db,
  learnerIds: readonly string[],
): Promise<Map<string, LearnerState>> {
  const { rows } = await sql<Row>`
    select * from learner_totals where learner_id = any(${learnerIds}::text[])`.execute(db)
  return new Map(rows.map((row) => [row.learner_id, toLearnerState(row)]))
}

/** All days on which learners were active, with the answers on each. */
export async function readActiveDays(
  db: Db,
  learnerIds: readonly string[],
): Promise<Map<string, ActiveDays>> {
  const { rows } = await sql<Selectable<ProgressTables['learner_day']>>`
    select learner_id, day, answered - uncounted as answered, first_at, first_zone, last_at, last_zone
    from learner_day where learner_id = any(${learnerIds}::text[]) and is_active`.execute(db)
  const byLearner = Map.groupBy(rows, (row) => row.learner_id)
  return new Map(
    learnerIds.map((id) => [id, new Map(byLearner.get(id)?.map((row) => [row.day, toActiveDay(row)]))]),
  )
}

const toActiveDay = (row: Selectable<ProgressTables['learner_day']>): ActiveDay => ({
  answered: row.answered,
  first: toMoment(row.first_at, row.first_zone),
  last: toMoment(row.last_at, row.last_zone),
})

const toMoment = (at: Date | null, timeZone: string | null): Moment | null =>
  at === null || timeZone === null ? null : { at: at.getTime(), timeZone }

async function storeLearnerStates(trx: Trx, states: ReadonlyMap<string, LearnerState>): Promise<void> {
  // Sorted by key, to avoid deadlocks.
  const rows = [...states].sort(([a], [b]) => (a < b ? -1 : 1))
  if (rows.length === 0) return
  const each = <Value>(of: (state: LearnerState) => Value) => rows.map(([, state]) => of(state))
  await upsert(trx, 'learner_totals', {
    learner_id: ['text', rows.map(([id]) => id), 'key'],
    total_questions: ['int', each((state) => state.totalQuestions), 'replace'],
    correct_answers: ['int', each((state) => state.correctAnswers), 'replace'],
    time_spent: ['float8', each((state) => state.timeSpent), 'replace'],
    points: ['int', each((state) => state.points), 'replace'],
    current_streak: ['int', each(({ streak }) => streak.current), 'replace'],
    longest_streak: ['int', each(({ streak }) => streak.longest), 'replace'],
    last_day: ['date', each(({ streak }) => streak.lastDay), 'replace'],
    freezes: ['int', each(({ streak }) => streak.freezes), 'replace'],
    last_activity_at: ['timestamptz', each((state) => state.lastActivityAt.toISOString()), 'replace'],
    time_zone: ['text', each((state) => state.timeZone), 'replace'],
    plan_id: ['text', each(({ plan }) => plan?.id ?? null), 'replace'],
    plan_completed: ['int', each(({ plan }) => plan?.completed ?? 0), 'replace'],
    tally: ['json', each(({ counters }) => JSON.stringify(counters)), 'replace'],
    streak_moments: [
      'json',
      each(({ streak: { first, last, skipped } }) => JSON.stringify({ first, last, skipped })),
      'replace',
    ],
  })
}

/** Of rows of earlier versions. */
const noMoments = { first: null, last: null, skipped: [] }

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
      ...noMoments,
      ...row.streak_moments,
    },
    lastActivityAt: row.last_activity_at,
    timeZone: row.time_zone,
    plan: row.plan_id === null ? null : { id: row.plan_id, completed: row.plan_completed },
    // Rows written before a counter existed lack it.
    counters: { ...noCounters, ...row.tally },
  }
}
