import type { AnswerSubmittedData } from '@rehearse/contracts'
import type { Projection, RecordedEvent } from '@rehearse/event-store'
import { sql, type Transaction } from 'kysely'
import type { ProgressTables } from '../tables.ts'
import { arrivalDay, foldItems } from './item-answers-repository.ts'

type Trx = Transaction<ProgressTables>

/** What learners do themselves, in contrast to what follows from it. */
const activities = new Set(['AnswerSubmitted', 'ChallengeAttempted', 'CardReviewed'])

/** Adds up what arrived on each day, and how many learners it came from. */
async function foldDays(trx: Trx, events: readonly RecordedEvent[]): Promise<void> {
  const done = events.filter((event) => activities.has(event.type))
  if (done.length === 0) return
  // In the order of days, against deadlocks: a rebuild has several at work.
  const days = [...Map.groupBy(done, arrivalDay)].sort(([a], [b]) => (a < b ? -1 : 1))
  const present = days.flatMap(([day, ofDay]) =>
    [...new Set(ofDay.map(respondentOf))].map((respondent) => ({ day, respondent })),
  )
  const answers = days.map(([, ofDay]) =>
    ofDay.filter(({ type }) => type === 'AnswerSubmitted').map(({ data }) => data as AnswerSubmittedData),
  )
  const count = (type: string) => days.map(([, ofDay]) => ofDay.filter((event) => event.type === type).length)
  await sql`
    with newly as (
      insert into platform_day_learner
      select * from unnest(
        ${present.map(({ day }) => day)}::date[], ${present.map(({ respondent }) => respondent)}::text[])
      on conflict do nothing returning day, respondent
    ), first as (
      select min(day) as day from newly
      where not exists (select from platform_day_learner other where other.respondent = newly.respondent)
      group by respondent
    )
    insert into platform_day (day, active_learners, new_learners, answers, correct, time_spent, challenge_attempts, reviews)
    select given.day, (select count(*) from newly where newly.day = given.day),
      (select count(*) from first where first.day = given.day), answers, correct, time_spent, attempts, reviews
    from unnest(
      ${days.map(([day]) => day)}::date[], ${answers.map(({ length }) => length)}::int[],
      ${answers.map((ofDay) => ofDay.filter(({ isCorrect }) => isCorrect).length)}::int[],
      ${answers.map((ofDay) => ofDay.reduce((sum, { timeSpent }) => sum + timeSpent, 0))}::float8[],
      ${count('ChallengeAttempted')}::int[], ${count('CardReviewed')}::int[]
    ) as given (day, answers, correct, time_spent, attempts, reviews)
    on conflict (day) do update set
      active_learners = platform_day.active_learners + excluded.active_learners,
      new_learners = platform_day.new_learners + excluded.new_learners,
      answers = platform_day.answers + excluded.answers, correct = platform_day.correct + excluded.correct,
      time_spent = platform_day.time_spent + excluded.time_spent,
      challenge_attempts = platform_day.challenge_attempts + excluded.challenge_attempts,
      reviews = platform_day.reviews + excluded.reviews`.execute(trx)
}

const respondentOf = ({ data }: RecordedEvent) => (data as { learnerId: string }).learnerId

/**
 * What all learners together have made of questions and days. It reads the clear part of events alone, so those of
 * erased learners count for ever, and it stays exact.
 */
export const statisticsProjection: Projection<ProgressTables> = {
  name: 'statistics',
  tables: ['item_answer', 'item_respondent', 'platform_day', 'platform_day_learner'],
  countsShredded: true,
  apply: async (trx, events) => {
    await foldDays(trx, events)
    await foldItems(trx, events)
  },
}
