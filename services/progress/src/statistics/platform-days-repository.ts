import type { AnswerSubmittedData } from '@rehearse/contracts'
import type { RecordedEvent } from '@rehearse/event-store'
import { sql, type Transaction } from 'kysely'
import type { ProgressTables } from '../db/tables.ts'
import { arrivalDay } from './item-answers-repository.ts'

type Trx = Transaction<ProgressTables>

/** What learners do themselves, in contrast to what follows from it. */
const activities = new Set(['AnswerSubmitted', 'ChallengeAttempted', 'CardReviewed'])

/** Adds up what arrived on each day, and how many learners it came from. */
export async function foldDays(trx: Trx, events: readonly RecordedEvent[]): Promise<void> {
  const done = events.filter((event) => activities.has(event.type))
  for (const [day, ofDay] of Map.groupBy(done, arrivalDay)) {
    const respondents = [...new Set(ofDay.map(({ data }) => (data as { learnerId: string }).learnerId))]
    const answers = ofDay.filter(({ type }) => type === 'AnswerSubmitted')
    const facts = answers.map(({ data }) => data as AnswerSubmittedData)
    const count = (type: string) => ofDay.filter((event) => event.type === type).length
    await sql`
      with newly as (
        insert into platform_day_learner select ${day}::date, unnest(${respondents}::text[])
        on conflict do nothing returning respondent
      )
      insert into platform_day (day, active_learners, new_learners, answers, correct, time_spent, challenge_attempts, reviews)
      select ${day}::date, (select count(*) from newly),
        (select count(*) from newly where not exists (
          select from platform_day_learner other where other.respondent = newly.respondent)),
        ${answers.length}::int,
        ${facts.filter(({ isCorrect }) => isCorrect).length}::int,
        ${facts.reduce((sum, { timeSpent }) => sum + timeSpent, 0)}::float8,
        ${count('ChallengeAttempted')}::int, ${count('CardReviewed')}::int
      on conflict (day) do update set
        active_learners = platform_day.active_learners + excluded.active_learners,
        new_learners = platform_day.new_learners + excluded.new_learners,
        answers = platform_day.answers + excluded.answers, correct = platform_day.correct + excluded.correct,
        time_spent = platform_day.time_spent + excluded.time_spent,
        challenge_attempts = platform_day.challenge_attempts + excluded.challenge_attempts,
        reviews = platform_day.reviews + excluded.reviews`.execute(trx)
  }
}
