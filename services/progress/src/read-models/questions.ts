import type { AnswerRegradedData } from '@rehearse/contracts'
import type { Projection } from '@rehearse/event-store'
import { sql, type Transaction } from 'kysely'
import { type AnswerEvent, isAnswer } from '../learner/answer-event.ts'
import { regradeOf } from '../learner/regrade.ts'
import { regradesOf } from '../learner/regrades-of.ts'
import type { ResetEvent } from '../learner/reset-event.ts'
import type { ProgressTables } from '../tables.ts'
import { runsBetweenResets } from './runs-between-resets.ts'
import { type Sum, sumBy } from './sum-by.ts'

type Trx = Transaction<ProgressTables>

/** Attempts and right answers by question, how the last one turned out, and what counts for the section of a path. */
export const questionsProjection: Projection<ProgressTables> = {
  name: 'questions',
  tables: ['learner_question'],
  apply: async (trx, events) => {
    for (const run of runsBetweenResets(events)) {
      await add(trx, run.events.filter(isAnswer))
      for (const regraded of regradesOf(run.events)) await correct(trx, regraded)
      if (run.reset !== null) await forget(trx, run.reset)
    }
  },
}

async function add(trx: Trx, answers: readonly AnswerEvent[]): Promise<void> {
  if (answers.length === 0) return
  const rows = sumBy(answers, ({ data }) => [data.learnerId, data.questionId])
  await sql`
      insert into learner_question (learner_id, question_id, attempts, answered, correct,
        last_answered_at, last_correct, path_id, solved)
      select * from unnest(
        ${rows.map((row) => row.key[0])}::text[], ${rows.map((row) => row.key[1])}::uuid[],
        ${rows.map((row) => Math.max(...row.events.map(({ data }) => data.attempt)))}::int[],
        ${rows.map((row) => row.answered)}::int[], ${rows.map((row) => row.correct)}::int[],
        ${rows.map((row) => row.lastAt)}::timestamptz[], ${rows.map(endsRight)}::boolean[],
        ${rows.map((row) => row.events.at(-1)?.data.learningPath ?? null)}::text[],
        ${rows.map((row) => row.correct)}::int[])
      on conflict (learner_id, question_id) do update set
        attempts = greatest(learner_question.attempts, excluded.attempts),
        answered = learner_question.answered + excluded.answered,
        correct = learner_question.correct + excluded.correct,
        last_answered_at = greatest(learner_question.last_answered_at, excluded.last_answered_at),
        last_correct = case
          when excluded.last_answered_at > learner_question.last_answered_at then excluded.last_correct
          when excluded.last_answered_at < learner_question.last_answered_at then learner_question.last_correct
          else excluded.last_correct and learner_question.last_correct
        end,
        path_id = excluded.path_id,
        solved = learner_question.solved + excluded.solved`.execute(trx)
}

async function correct(trx: Trx, regraded: AnswerRegradedData): Promise<void> {
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

/** Attempts stay: a question that was seen before is no first attempt, whatever was reset. */
async function forget(trx: Trx, { data: { learnerId, scope, id } }: ResetEvent): Promise<void> {
  if (scope === 'all') {
    // Mistakes are forgiven.
    await sql`
      update learner_question set answered = 0, correct = 0, solved = 0, last_correct = true
      where learner_id = ${learnerId}`.execute(trx)
  } else if (scope === 'path') {
    await sql`
      update learner_question set solved = 0 where learner_id = ${learnerId} and path_id = ${id}`.execute(trx)
  }
}

/** Whether the last answer is right; of several at the same instant, whether all are. */
const endsRight = ({ events, lastAt }: Sum): boolean =>
  events.every(({ data }) => data.isCorrect || Date.parse(data.answeredAt) < Date.parse(lastAt))
