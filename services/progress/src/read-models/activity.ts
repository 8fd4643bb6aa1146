import type { Projection, RecordedEvent } from '@rehearse/event-store'
import { sql } from 'kysely'
import type { LearnerEvent } from '../learner/events.ts'
import {
  activityOf,
  type DayChange,
  dayChangeOf,
  emptyState,
  evolveState,
  isLate,
  type LearnerState,
  withDays,
} from '../learner/state.ts'
import type { ProgressTables, Trx } from '../tables.ts'
import { runsBetweenResets } from './batches.ts'
import { readActiveDays, readLearnerStates, storeLearnerStates } from './learner-states.ts'

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
        if (run.reset.data.scope === 'all') await forgetDays(trx, learnerId)
      }
      await storeLearnerStates(trx, states)
    }
  },
}

/** Adds activities to their days. */
async function addDays(trx: Trx, events: readonly RecordedEvent[]): Promise<void> {
  const rows = sumByDay(events)
  if (rows.length === 0) return
  await sql`
    insert into learner_day (learner_id, day, answered, correct, time_spent, points)
    select * from unnest(
      ${rows.map((row) => row.learnerId)}::text[], ${rows.map((row) => row.day)}::date[],
      ${rows.map((row) => row.answered)}::int[], ${rows.map((row) => row.correct)}::int[],
      ${rows.map((row) => row.timeSpent)}::float8[], ${rows.map((row) => row.points)}::int[])
    on conflict (learner_id, day) do update set
      answered = learner_day.answered + excluded.answered,
      correct = learner_day.correct + excluded.correct,
      time_spent = learner_day.time_spent + excluded.time_spent,
      points = learner_day.points + excluded.points`.execute(trx)
}

interface DayRow extends DayChange {
  learnerId: string
}

/** Ordered by key, to avoid deadlocks. */
function sumByDay(events: readonly RecordedEvent[]): DayRow[] {
  const rows = new Map<string, DayRow>()
  for (const event of events as (RecordedEvent & LearnerEvent)[]) {
    const change = dayChangeOf(event)
    if (change === null) continue
    const { learnerId } = event.data
    const key = `${learnerId}/${change.day}`
    const row = rows.get(key)
    if (row === undefined) {
      const { day, answered, correct, timeSpent, points } = change
      rows.set(key, { learnerId, day, answered, correct, timeSpent, points })
    } else {
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
    if (activity !== null && isLate(before, activity.day)) late.add(learnerId)
    states.set(learnerId, evolveState(before, event))
  }
  if (late.size === 0) return states
  for (const [learnerId, days] of await readActiveDays(trx, [...late])) {
    states.set(learnerId, withDays(states.get(learnerId) ?? emptyState, days))
  }
  return states
}

/** The days themselves stay, since the streak is computed from them. */
async function forgetDays(trx: Trx, learnerId: string): Promise<void> {
  await trx
    .updateTable('learner_day')
    .set({ answered: 0, correct: 0, time_spent: 0, points: 0 })
    .where('learner_id', '=', learnerId)
    .execute()
}
