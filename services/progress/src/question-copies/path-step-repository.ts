import type { PlaceSnapshot } from '@rehearse/contracts'
import { sql } from 'kysely'
import type { StepProgress } from '../learner/steps.rules.ts'
import type { Db } from '../tables.ts'

/** Replaces the stored steps of a path. */
export async function storePathSteps(
  db: Db,
  { id, steps = [] }: Pick<PlaceSnapshot, 'id' | 'steps'>,
): Promise<void> {
  await sql`delete from path_step_question where path_id = ${id}`.execute(db)
  const rows = steps.flatMap((step) =>
    step.questionIds.map((questionId) => ({ stepId: step.id, questionId })),
  )
  if (rows.length === 0) return
  await sql`
    insert into path_step_question (path_id, step_id, question_id, position)
    select ${id}, * from unnest(
      ${rows.map((row) => row.stepId)}::text[], ${rows.map((row) => row.questionId)}::uuid[],
      ${rows.map((_, position) => position)}::int[])
    on conflict do nothing`.execute(db)
}

/** An open question of a step, with a learner's latest answer. */
export interface StepAnswerRow {
  path_id: string
  step_id: string
  question_id: string
  answered_at: Date | null
  is_correct: boolean | null
}

/**
 * The last columns of `StepAnswerRow`, from a row `done` of `learner_question`. After a reset of everything, earlier
 * answers don't count.
 */
export const stepAnswer = sql`
  case when done.answered > 0 then done.last_answered_at end as answered_at, done.last_correct as is_correct`

/** The steps in the order of their rows. */
export function toSteps(rows: readonly StepAnswerRow[]): StepProgress[] {
  const byStep = Map.groupBy(rows, (row) => `${row.path_id}/${row.step_id}`)
  return [...byStep.values()].flatMap((own) => {
    const [first] = own
    if (first === undefined) return []
    const answers = own.map(({ question_id, answered_at, is_correct }) => {
      const answer = answered_at && { at: answered_at.getTime(), isCorrect: is_correct === true }
      return [question_id, answer] as const
    })
    return [{ pathId: first.path_id, stepId: first.step_id, answers: new Map(answers) }]
  })
}

/** A learner's progress in the steps of these paths, by path; steps without open questions are absent. */
export async function readPathSteps(
  db: Db,
  learnerId: string,
  pathIds: readonly string[],
): Promise<Map<string, StepProgress[]>> {
  const { rows } = await sql<StepAnswerRow>`
    select step.path_id, step.step_id, step.question_id, ${stepAnswer}
    from path_step_question step
    join bank_question bank on bank.question_id = step.question_id and bank.is_open
    left join learner_question done on done.learner_id = ${learnerId} and done.question_id = step.question_id
    where step.path_id = any(${[...pathIds]}::text[])
    order by step.path_id, step.position`.execute(db)
  return Map.groupBy(toSteps(rows), ({ pathId }) => pathId)
}
