import type { BulkUndo } from '@rehearse/contracts'
import { sql } from 'kysely'
import type { QuestionContent, StoredQuestion } from '../questions/question.ts'
import type { Trx } from '../tables.ts'

/** The previous values of a question's changed fields, with ids of taxonomy nodes. */
export type FieldsBefore = Partial<QuestionContent & Pick<StoredQuestion, 'editorial'>> & {
  deleted?: true
  /** In batches from before questions had a status. */
  approved?: boolean
}

export interface ChangedQuestion {
  questionId: string
  version: number
  before: FieldsBefore
}

export async function insertBulkAction(
  trx: Trx,
  batch: { id: string; action: string; createdBy: string },
): Promise<void> {
  await sql`insert into bulk_action (id, action, created_by)
    values (${batch.id}, ${batch.action}, ${batch.createdBy})`.execute(trx)
}

export async function insertChangedQuestions(
  trx: Trx,
  batchId: string,
  questions: readonly ChangedQuestion[],
): Promise<void> {
  await sql`insert into bulk_action_question (batch_id, question_id, version, before)
    select ${batchId}::uuid, "questionId", version, before
    from jsonb_to_recordset(${JSON.stringify(questions)}::jsonb)
      as given ("questionId" uuid, version int, before jsonb)`.execute(trx)
}

/** The action, locked so that no other request undoes it meanwhile. */
export async function lockBulkAction(trx: Trx, id: string): Promise<{ undo: BulkUndo | null } | undefined> {
  const { rows } = await sql<{
    undo: BulkUndo | null
  }>`select undo from bulk_action where id = ${id} for update`.execute(trx)
  return rows[0]
}

/** The questions that the action changed, in the order in which questions are locked. */
export async function readChangedQuestions(trx: Trx, batchId: string): Promise<ChangedQuestion[]> {
  const { rows } = await sql<ChangedQuestion>`
    select question_id as "questionId", version, before from bulk_action_question
    where batch_id = ${batchId} order by question_id`.execute(trx)
  return rows
}

export async function storeUndo(trx: Trx, batchId: string, undo: BulkUndo): Promise<void> {
  await sql`update bulk_action set undo = ${JSON.stringify(undo)}::json where id = ${batchId}`.execute(trx)
}
