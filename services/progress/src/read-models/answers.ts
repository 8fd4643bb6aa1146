import type { AnswerRegradedData } from '@rehearse/contracts'
import type { Projection } from '@rehearse/event-store'
import { sql } from 'kysely'
import { localDay } from '../learner/days.ts'
import { type AnswerEvent, isAnswer, ofType, type ResetEvent, regradesOf } from '../learner/events.ts'
import { regradeOf } from '../learner/state.ts'
import type { ProgressTables, Trx } from '../tables.ts'
import { runsBetweenResets, type Sum, sumBy, upsert } from './batches.ts'

/** Stats by section and category. */
export const statsProjection: Projection<ProgressTables> = {
  name: 'figures',
  tables: ['learner_figure'],
  apply: async (trx, events) => {
    for (const run of runsBetweenResets(events)) {
      await addToStats(trx, run.events.filter(isAnswer))
      for (const regraded of regradesOf(run.events)) await regradeStats(trx, regraded)
      if (run.reset !== null) await resetStats(trx, run.reset)
    }
  },
}

async function addToStats(trx: Trx, answers: readonly AnswerEvent[]): Promise<void> {
  if (answers.length === 0) return
  const rows = [
    ...sumBy(answers, ({ data }) => [data.learnerId, 'section', data.section]),
    ...sumBy(answers, ({ data }) => [data.learnerId, 'category', data.category]),
  ]
  await upsert(trx, 'learner_figure', {
    learner_id: ['text', rows.map((row) => row.key[0]), 'key'],
    dimension: ['text', rows.map((row) => row.key[1]), 'key'],
    key: ['text', rows.map((row) => row.key[2]), 'key'],
    answered: ['int', rows.map((row) => row.answered), 'sum'],
    correct: ['int', rows.map((row) => row.correct), 'sum'],
    time_spent: ['float8', rows.map((row) => row.timeSpent), 'sum'],
    last_at: ['timestamptz', rows.map((row) => row.lastAt), 'greatest'],
  })
}

async function regradeStats(trx: Trx, regraded: AnswerRegradedData): Promise<void> {
  const { learnerId, counts, category, section } = regraded
  await sql`
    update learner_figure set correct = correct + ${regradeOf(regraded).correct}
    where learner_id = ${learnerId} and ((dimension = 'category' and key = ${category})
      or (${counts.section} and dimension = 'section' and key = ${section}))`.execute(trx)
}

/** Resets all stats, or those of a section. */
async function resetStats(trx: Trx, { data }: ResetEvent): Promise<void> {
  if (data.scope !== 'section' && data.scope !== 'all') return
  await sql`
    delete from learner_figure
    where learner_id = ${data.learnerId} and (${data.scope} = 'all' or (dimension = 'section' and key = ${data.id}))
    `.execute(trx)
}

/** Attempts and correct answers by question, the last result, and the counts for the section of a path. */
export const questionsProjection: Projection<ProgressTables> = {
  name: 'questions',
  tables: ['learner_question'],
  apply: async (trx, events) => {
    for (const run of runsBetweenResets(events)) {
      await addToQuestions(trx, run.events.filter(isAnswer))
      for (const regraded of regradesOf(run.events)) await regradeQuestions(trx, regraded)
      if (run.reset !== null) await resetQuestions(trx, run.reset)
    }
  },
}

async function addToQuestions(trx: Trx, answers: readonly AnswerEvent[]): Promise<void> {
  if (answers.length === 0) return
  const rows = sumBy(answers, ({ data }) => [data.learnerId, data.questionId])
  await upsert(trx, 'learner_question', {
    learner_id: ['text', rows.map((row) => row.key[0]), 'key'],
    question_id: ['uuid', rows.map((row) => row.key[1]), 'key'],
    attempts: ['int', rows.map((row) => Math.max(...row.events.map(({ data }) => data.attempt))), 'greatest'],
    answered: ['int', rows.map((row) => row.answered), 'sum'],
    correct: ['int', rows.map((row) => row.correct), 'sum'],
    last_answered_at: ['timestamptz', rows.map((row) => row.lastAt), 'greatest'],
    last_correct: [
      'boolean',
      rows.map(endsRight),
      sql`case
        when given.last_answered_at > stored.last_answered_at then given.last_correct
        when given.last_answered_at < stored.last_answered_at then stored.last_correct
        else given.last_correct and stored.last_correct
      end`,
    ],
    path_id: ['text', rows.map((row) => row.events.at(-1)?.data.learningPath ?? null), 'replace'],
    solved: ['int', rows.map((row) => row.correct), 'sum'],
  })
}

async function regradeQuestions(trx: Trx, regraded: AnswerRegradedData): Promise<void> {
  const { learnerId, questionId, learningPath, counts } = regraded
  const change = regradeOf(regraded).correct
  await sql`
    update learner_question set correct = correct + ${change},
      solved = solved + ${counts.path || learningPath === null ? change : 0},
      last_correct = case
        when ${counts.totals} and last_answered_at = ${regraded.answeredAt} then ${regraded.isCorrect}
        else last_correct
      end
    where learner_id = ${learnerId} and question_id = ${questionId}`.execute(trx)
}

/** Attempts stay: after a reset, an answer to a question seen before is still not a first attempt. */
async function resetQuestions(trx: Trx, { data: { learnerId, scope, id } }: ResetEvent): Promise<void> {
  if (scope === 'all') {
    // Past mistakes no longer count.
    await sql`
      update learner_question set answered = 0, correct = 0, solved = 0, last_correct = true
      where learner_id = ${learnerId}`.execute(trx)
  } else if (scope === 'path') {
    await sql`
      update learner_question set solved = 0 where learner_id = ${learnerId} and path_id = ${id}`.execute(trx)
  }
}

/** Whether the last answer is correct; if there are several at the same instant, whether all of them are. */
const endsRight = ({ events, lastAt }: Sum): boolean =>
  events.every(({ data }) => data.isCorrect || Date.parse(data.answeredAt) < Date.parse(lastAt))

/** One row per answer: history lists them, sessions and plans count them. */
export const answersProjection: Projection<ProgressTables> = {
  name: 'answers',
  tables: ['learner_answer'],
  apply: async (trx, events) => {
    await addToHistory(trx, events.filter(isAnswer))
    for (const regraded of regradesOf(events)) await regradeHistory(trx, regraded)
  },
}

async function addToHistory(trx: Trx, answers: readonly AnswerEvent[]): Promise<void> {
  if (answers.length === 0) return
  const rows = answers.map(({ data }) => data)
  await sql`
    insert into learner_answer (learner_id, answered_at, event_id, day, question_id, question_version, category,
      section, difficulty, attempt, correct, time_spent, session_id, plan_id)
    select * from unnest(
      ${rows.map((row) => row.learnerId)}::text[], ${rows.map((row) => row.answeredAt)}::timestamptz[],
      ${answers.map((event) => event.eventId)}::uuid[],
      ${rows.map((row) => localDay(new Date(row.answeredAt), row.timeZone))}::date[],
      ${rows.map((row) => row.questionId)}::uuid[], ${rows.map((row) => row.questionVersion)}::int[],
      ${rows.map((row) => row.category)}::text[], ${rows.map((row) => row.section)}::text[],
      ${rows.map((row) => row.difficulty)}::text[], ${rows.map((row) => row.attempt)}::int[],
      ${rows.map((row) => row.isCorrect)}::boolean[], ${rows.map((row) => row.timeSpent)}::float8[],
      ${rows.map((row) => row.sessionId)}::text[],
      ${rows.map((row) => (row.learningMode === 'guided' ? row.planId : null))}::text[])`.execute(trx)
}

async function regradeHistory(trx: Trx, regraded: AnswerRegradedData): Promise<void> {
  const { learnerId, answeredAt, progressId, isCorrect } = regraded
  await sql`
    update learner_answer set correct = ${isCorrect}
    where learner_id = ${learnerId} and answered_at = ${answeredAt} and event_id = ${progressId}`.execute(trx)
}

/** Regraded answers, for notifications to learners. */
export const regradesProjection: Projection<ProgressTables> = {
  name: 'regrades',
  tables: ['learner_regrade'],
  apply: async (trx, events) => {
    const rows = events
      .filter((event) => ofType(event, 'AnswerRegraded'))
      .map(({ eventId, data }) => ({
        learner_id: data.learnerId,
        regraded_at: new Date(data.regradedAt),
        event_id: eventId,
        question_id: data.questionId,
        question_version: data.questionVersion,
        answered_at: new Date(data.answeredAt),
        was_correct: data.wasCorrect,
        is_correct: data.isCorrect,
        points: regradeOf(data).points,
      }))
    if (rows.length > 0) await trx.insertInto('learner_regrade').values(rows).execute()
  },
}
