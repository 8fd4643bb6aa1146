import type { AudioMessage } from '@rehearse/contracts'
import { sql } from 'kysely'
import type { Trx } from '../tables.ts'

/** Notes what was told of an audio file of a question. @returns whether it is newer than what was told before */
export async function takeRevision(
  trx: Trx,
  { questionId, type, revision }: AudioMessage['data'],
): Promise<boolean> {
  const { rows } = await sql`
    insert into question_audio as known (question_id, type, revision) values (${questionId}, ${type}, ${revision})
    on conflict (question_id, type) do update set revision = excluded.revision
    where known.revision < excluded.revision
    returning revision`.execute(trx)
  return rows.length > 0
}
