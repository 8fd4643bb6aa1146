import type { Projection } from '@rehearse/event-store'
import { sql } from 'kysely'
import { endOfDay, localDay } from '../learner/days.ts'
import { type LearnerEventData, ofType } from '../learner/events.ts'
import type { ProgressTables, Trx } from '../tables.ts'

/** Interview dates, the questions reserved for mock exams, and the forecasts of these exams; no reset changes them. */
export const interviewProjection: Projection<ProgressTables> = {
  name: 'interview',
  tables: ['learner_interview', 'learner_reserved', 'learner_forecast'],
  apply: async (trx, events) => {
    for (const event of events) {
      if (ofType(event, 'InterviewDateSet')) await set(trx, event.data)
      if (ofType(event, 'InterviewDateCleared')) await clear(trx, event.data.learnerId)
      if (ofType(event, 'ForecastMade')) await addForecast(trx, event.data)
      if (ofType(event, 'ForecastTested')) await testForecast(trx, event.data)
    }
  },
}

async function set(trx: Trx, data: LearnerEventData['InterviewDateSet']): Promise<void> {
  const { learnerId, date, learningPaths, minutesPerDay, timeZone, at, reservedIds, track } = data
  await clear(trx, learnerId)
  await trx
    .insertInto('learner_interview')
    .values({
      learner_id: learnerId,
      date,
      learning_paths: learningPaths,
      minutes_per_day: minutesPerDay,
      time_zone: timeZone,
      set_at: new Date(at),
      set_on: localDay(new Date(at), timeZone),
      ends_at: endOfDay(date, timeZone),
      track_role: track?.role ?? null,
      track_level: track?.level ?? null,
    })
    .execute()
  await sql`
    insert into learner_reserved (learner_id, question_id)
    select ${learnerId}, * from unnest(${reservedIds}::uuid[])`.execute(trx)
}

async function clear(trx: Trx, learnerId: string): Promise<void> {
  await trx.deleteFrom('learner_interview').where('learner_id', '=', learnerId).execute()
  await trx.deleteFrom('learner_reserved').where('learner_id', '=', learnerId).execute()
}

async function addForecast(trx: Trx, data: LearnerEventData['ForecastMade']): Promise<void> {
  const { learnerId, examId, questionIds, predicted, low, high, at } = data
  await trx
    .insertInto('learner_forecast')
    .values({
      ...{ learner_id: learnerId, exam_id: examId, made_at: new Date(at), question_ids: questionIds },
      ...{ predicted, low, high, tested_at: null, correct: null, total: null },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function testForecast(trx: Trx, data: LearnerEventData['ForecastTested']): Promise<void> {
  const { learnerId, examId, correct, total, at } = data
  await sql`
    delete from learner_reserved where learner_id = ${learnerId} and question_id in (
      select unnest(question_ids) from learner_forecast where learner_id = ${learnerId} and exam_id = ${examId})
    `.execute(trx)
  await sql`
    update learner_forecast set tested_at = ${at}, correct = ${correct}, total = ${total}
    where learner_id = ${learnerId} and exam_id = ${examId}`.execute(trx)
}

/**
 * The ids of the questions reserved from a learner: until they are answered, for example in a mock exam, and no longer than
 * the day of the interview.
 */
export const reservedIds = (learnerId: string, now: Date) => sql<{ question_id: string }>`
  select kept.question_id from learner_reserved kept
  join learner_interview interview on interview.learner_id = kept.learner_id and interview.ends_at > ${now}
  where kept.learner_id = ${learnerId} and not exists (
    select from learner_question asked
    where asked.learner_id = kept.learner_id and asked.question_id = kept.question_id and asked.attempts > 0)`
