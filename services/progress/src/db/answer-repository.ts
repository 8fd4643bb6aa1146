import type { AnswerSubmittedData } from '@rehearse/contracts'
import type { EventLog, StreamHead } from '@rehearse/event-store'
import { type Kysely, sql } from 'kysely'
import { findAnswerKeys } from '../answer-keys/answer-key-repository.ts'
import { type AnswerStore, answerEventId, type NewAnswer } from '../commands/save-answers.ts'
import { learnerStream } from '../domain/answer-event.ts'
import type { Answering } from '../domain/answering.ts'
import { projections } from '../projections/index.ts'
import type { ProgressTables } from './tables.ts'

/** Answers in Postgres: four reads side by side, then one transaction for the log and its read models. */
export function answerRepository(db: Kysely<ProgressTables>, log: EventLog): AnswerStore {
  return {
    load: async (answers) => {
      const learnerIds = [...new Set(answers.map((answer) => answer.learnerId))]
      // The heads first: whatever changes after them is found out at the append.
      const heads = await log.reader(db).heads(learnerIds.map(learnerStream))
      const [keys, taken, attempts] = await Promise.all([
        findAnswerKeys(
          db,
          answers.map(({ questionId, questionVersion }) => ({ questionId, version: questionVersion })),
        ),
        findTaken(db, log, answers),
        findAttempts(db, answers),
      ])
      const learners = new Map(
        learnerIds.map((id) => {
          const state: Answering = {
            taken: taken.get(id) ?? new Map(),
            attempts: attempts.get(id) ?? new Map(),
          }
          return [id, { state, head: heads.get(learnerStream(id)) ?? newStream }]
        }),
      )
      return { keys, learners }
    },
    commit: (writes) =>
      db.transaction().execute(async (trx) => {
        const events = await log.append(trx, writes)
        for (const projection of projections) await projection.apply(trx, events)
      }),
  }
}

const newStream: StreamHead = { version: 0, wrappedKey: null, isErased: false }

async function findTaken(
  db: Kysely<ProgressTables>,
  log: EventLog,
  answers: readonly NewAnswer[],
): Promise<Map<string, Map<string, AnswerSubmittedData>>> {
  const events = await log
    .reader(db)
    .readById(answers.map((answer) => answerEventId(answer.learnerId, answer.answerId)))
  const taken = new Map<string, Map<string, AnswerSubmittedData>>()
  for (const event of events) {
    const data = event.data as AnswerSubmittedData
    taken.set(data.learnerId, (taken.get(data.learnerId) ?? new Map()).set(data.answerId, data))
  }
  return taken
}

async function findAttempts(
  db: Kysely<ProgressTables>,
  answers: readonly NewAnswer[],
): Promise<Map<string, Map<string, number>>> {
  const { rows } = await sql<{ learner_id: string; question_id: string; attempts: number }>`
    select learner_id, question_id, attempts from learner_question
    where (learner_id, question_id) in (
      select * from unnest(
        ${answers.map((answer) => answer.learnerId)}::text[],
        ${answers.map((answer) => answer.questionId)}::uuid[]))`.execute(db)
  const attempts = new Map<string, Map<string, number>>()
  for (const row of rows) {
    attempts.set(
      row.learner_id,
      (attempts.get(row.learner_id) ?? new Map()).set(row.question_id, row.attempts),
    )
  }
  return attempts
}
