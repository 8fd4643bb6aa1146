import type { QuestionMessage } from '@rehearse/contracts'
import { sql } from 'kysely'
import type { Db, Trx } from '../tables.ts'

/** Takes in what is told of questions, in any order: of two versions the newer one counts. */
export async function storeQuestions(trx: Trx, messages: readonly QuestionMessage[]): Promise<void> {
  const rows = messages.map(({ type, data, occurredAt }) => ({
    question_id: data.questionId,
    version: data.version,
    deleted_at: type === 'QuestionDeleted' ? occurredAt : null,
  }))
  await sql`
    insert into known_question (question_id, version, deleted_at)
    select distinct on (question_id) question_id, version, deleted_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given (question_id uuid, version integer, deleted_at timestamptz)
    order by question_id, version desc
    on conflict (question_id) do update set version = excluded.version, deleted_at = excluded.deleted_at
    where known_question.version < excluded.version`.execute(trx)
}

export async function isQuestion(db: Db, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('known_question')
    .select('question_id')
    .where('question_id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}
