import type { AnswerRegradedData, AnswerSubmittedData } from '@rehearse/contracts'
import type { Projection, RecordedEvent } from '@rehearse/event-store'
import { sql } from 'kysely'
import type { Day } from '../learner/days.ts'
import { responseOf } from '../learner/grading.ts'
import type { ProgressTables, Trx } from '../tables.ts'

/** Adds up answers by question, and totals of each respondent; corrects regraded answers. */
async function foldItems(trx: Trx, events: readonly RecordedEvent[]): Promise<void> {
  await add(
    trx,
    events.filter((event) => event.type === 'AnswerSubmitted'),
  )
  for (const event of events) {
    if (event.type === 'AnswerRegraded') await correct(trx, event.data as AnswerRegradedData)
  }
}

const arrivalDay = (event: RecordedEvent): Day => event.recordedAt.toISOString().slice(0, 10)

async function add(trx: Trx, answers: readonly RecordedEvent[]): Promise<void> {
  if (answers.length === 0) return
  const rows = answers.map((event) => {
    const data = event.data as AnswerSubmittedData
    return {
      question_id: data.questionId,
      question_version: data.questionVersion,
      event_id: event.eventId,
      respondent: data.learnerId,
      day: arrivalDay(event),
      attempt: data.attempt,
      graded: data.graded,
      correct: data.isCorrect,
      selected: data.selectedOptionIds,
      time_spent: data.timeSpent,
      response: responseOf(data),
    }
  })
  await sql`
    with added as (
      insert into item_answer
      select question_id, question_version, event_id, respondent, day, attempt, graded, correct, selected, time_spent,
        response
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (
        question_id uuid, question_version int, event_id uuid, respondent text, day date, attempt int, graded text,
        correct boolean, selected text[], time_spent float8, response jsonb)
      returning respondent, attempt, correct
    ), first as materialized (
      select respondent, count(*) as answered, count(*) filter (where correct) as correct
      from added where attempt = 1 group by respondent
    ), updated as (
      update item_respondent stored set answered = stored.answered + first.answered,
        correct = stored.correct + first.correct
      from first where stored.respondent = first.respondent
      returning stored.respondent
    )
    insert into item_respondent
    select * from first where respondent not in (select respondent from updated)`.execute(trx)
}

async function correct(trx: Trx, data: AnswerRegradedData): Promise<void> {
  const change = data.isCorrect ? 1 : -1
  await sql`
    with regraded as (
      update item_answer set correct = ${data.isCorrect}
      where question_id = ${data.questionId} and question_version = ${data.questionVersion}
        and respondent = ${data.learnerId} and event_id = ${data.progressId} and correct <> ${data.isCorrect}
      returning respondent, day, attempt
    ), respondents as (
      update item_respondent set correct = item_respondent.correct + ${change}
      from regraded where item_respondent.respondent = regraded.respondent and regraded.attempt = 1
    )
    update platform_day set correct = platform_day.correct + ${change}
    from regraded where platform_day.day = regraded.day`.execute(trx)
}

/** Learners' own activities, as opposed to derived events. */
const activities = new Set(['AnswerSubmitted', 'ChallengeAttempted', 'CardReviewed'])

/** Counts the activities received on each day, and the learners they came from. */
async function foldDays(trx: Trx, events: readonly RecordedEvent[]): Promise<void> {
  const done = events.filter((event) => activities.has(event.type))
  if (done.length === 0) return
  // Sorted by day, to avoid deadlocks: a rebuild uses several threads.
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
 * Statistics of questions and days over all learners. They use only the non-personal part of events, so erased
 * learners still count and the result stays exact.
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
