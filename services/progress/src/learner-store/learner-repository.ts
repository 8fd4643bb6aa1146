import type { EventLog, StreamHead } from '@rehearse/event-store'
import { sql } from 'kysely'
import { answerSubmittedType, type LearnerEventType, learnerStream } from '../learner/events.ts'
import { type Learner, newLearner } from '../learner/state.ts'
import type { StepProgress } from '../learner/steps.rules.ts'
import { type StepAnswerRow, stepAnswer, toSteps } from '../question-copies/path-step-repository.ts'
import { questionsProjection } from '../read-models/answers.ts'
import { readModelsBehind } from '../read-models/follow-log.ts'
import { readLearnerStates } from '../read-models/learner-states.ts'
import type { Db } from '../tables.ts'

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

interface AnsweredQuestion {
  learnerId: string
  questionId: string
}

/** How often a learner has answered a question, and the steps that it is in. */
export interface QuestionState {
  attempts: number
  /** One object for each step, whichever of its questions it is found by. */
  steps: StepProgress[]
}

/** A learner who has answered more questions is asked about one by one. */
const answeredMax = 300

/**
 * Every question that learners have answered, with events that aren't in the read model yet; absent where they are too
 * many.
 * @throws {DomainError} as `readQuestionStates`
 */
export async function readAnsweredQuestions(
  db: Db,
  learnerIds: readonly string[],
): Promise<Map<string, Map<string, { attempts: number }>>> {
  if (learnerIds.length === 0) return new Map()
  const { rows } = await sql<AnsweredQuestion & { attempts: number; isBehind: boolean }>`
    with ${unfoldedOf(learnerIds)}
    select learner_id as "learnerId", question_id as "questionId", max(attempts) as attempts,
      (select it from behind) as "isBehind"
    from (
      select state.learner_id, state.question_id, state.attempts
      from unnest(${learnerIds}::text[]) as asked (learner_id)
      cross join lateral (
        select * from learner_question where learner_question.learner_id = asked.learner_id limit ${answeredMax + 1}
      ) as state
      union all select learner_id, question_id, attempts from answered
    ) as every
    group by learner_id, question_id`.execute(db)
  if (rows[0]?.isBehind) throw readModelsBehind()
  const byLearner = Map.groupBy(rows, (row) => row.learnerId)
  return new Map(
    learnerIds.flatMap((id) => {
      const answered = byLearner.get(id) ?? []
      if (answered.length > answeredMax) return []
      return [[id, new Map(answered.map(({ questionId, attempts }) => [questionId, { attempts }]))]]
    }),
  )
}

/** Of events that change a learner's record of a question. */
const unfoldedTypes: readonly LearnerEventType[] = [answerSubmittedType, 'AnswerRegraded', 'ProgressReset']

/** More events that aren't in the read model yet are waited for instead of read. */
const unfoldedMax = 20_000

/**
 * Common table expressions: learners' answers that aren't in the read model yet, by question, and whether it has to catch
 * up before it can be read at all.
 */
const unfoldedOf = (learnerIds: readonly string[]) => sql`
  place as (
      select coalesce((select position from checkpoint where name = ${questionsProjection.name}), 0) as position
    ), unfolded as materialized (
      select data->>'learnerId' as learner_id, type, (data->>'questionId')::uuid as question_id,
        (data->>'attempt')::int as attempt
      from (
        select stream_id, type, data from event where global_position > (select position from place)
        order by global_position limit ${unfoldedMax}
      ) as newest
      where stream_id = any(${learnerIds.map(learnerStream)}::text[])
        and type = any(${unfoldedTypes}::text[])
    ), answered as materialized (
      select learner_id, question_id, max(attempt) as attempts
      from unfolded where type = ${answerSubmittedType} group by learner_id, question_id
    ), behind as (
      select exists (select from unfolded where type <> ${answerSubmittedType})
        or coalesce((select max(global_position) from event), 0) > (select position from place) + ${unfoldedMax} as it
    )`

/**
 * The state of each requested question, in the same order.
 *
 * The read model is some moments behind the log. Each statement, and so each snapshot, reads its rows and the learners'
 * events that aren't in them yet.
 * @throws {DomainError} unavailable, `read_models_behind`, where a reset, a regrade or an answer in the same step is among
 * those events: the read model has to catch up first
 */
export async function readQuestionStates(
  db: Db,
  asked: readonly AnsweredQuestion[],
): Promise<QuestionState[]> {
  if (asked.length === 0) return []
  const learnerIds = [...new Set(asked.map((one) => one.learnerId))]
  const [{ rows }, steps] = await Promise.all([
    sql<{ attempts: number; isBehind: boolean }>`
      with ${unfoldedOf(learnerIds)}
      select greatest(state.attempts, answered.attempts, 0) as attempts, (select it from behind) as "isBehind"
      from unnest(
        ${asked.map((one) => one.learnerId)}::text[], ${asked.map((one) => one.questionId)}::uuid[]
      ) with ordinality as asked (learner_id, question_id, position)
      left join learner_question state
        on state.learner_id = asked.learner_id and state.question_id = asked.question_id
      left join answered on answered.learner_id = asked.learner_id and answered.question_id = asked.question_id
      order by asked.position`.execute(db),
    readStepsOf(db, asked),
  ])
  if (rows[0]?.isBehind) throw readModelsBehind()
  return rows.map(({ attempts }, index) => {
    const { learnerId, questionId } = asked[index] as AnsweredQuestion
    const own = steps.get(learnerId) ?? []
    return { attempts, steps: own.filter(({ answers }) => answers.has(questionId)) }
  })
}

/** By learner, the steps that have one of these questions. */
async function readStepsOf(db: Db, asked: readonly AnsweredQuestion[]): Promise<Map<string, StepProgress[]>> {
  const learnerIds = [...new Set(asked.map((one) => one.learnerId))]
  const { rows } = await sql<StepAnswerRow & { learner_id: string; isBehind: boolean }>`
    with ${unfoldedOf(learnerIds)}
    select exists (
        -- When it was given is sealed in the log: only the read model can tell which answer is the latest.
        select from answered
        where answered.learner_id = steps.learner_id and answered.question_id = question.question_id
      ) as "isBehind", steps.learner_id, steps.path_id, steps.step_id, question.question_id, ${stepAnswer}
    from (
      select distinct asked.learner_id, step.path_id, step.step_id
      from unnest(
        ${asked.map((one) => one.learnerId)}::text[], ${asked.map((one) => one.questionId)}::uuid[]
      ) as asked (learner_id, question_id)
      join path_step_question step on step.question_id = asked.question_id
    ) as steps
    join path_step_question question
      on question.path_id = steps.path_id and question.step_id = steps.step_id
    join bank_question bank on bank.question_id = question.question_id and bank.is_open
    left join learner_question done
      on done.learner_id = steps.learner_id and done.question_id = question.question_id`.execute(db)
  if (rows.some((row) => row.isBehind)) throw readModelsBehind()
  const byLearner = Map.groupBy(rows, (row) => row.learner_id)
  return new Map([...byLearner].map(([id, own]) => [id, toSteps(own)]))
}
