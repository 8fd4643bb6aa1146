import type { Projection, Shadow } from '@rehearse/event-store'
import { sql } from 'kysely'
import { learnerStream } from '../learner/answer-event.ts'
import type { ProgressTables } from '../tables.ts'

/** Read models of learners as they are built beside the live ones: in a schema of that name, by code of that revision. */
export function shadowOf(
  projections: readonly Projection<ProgressTables>[],
  { name, revision }: { name: string; revision: string },
): Shadow<ProgressTables> {
  return {
    name,
    projections,
    revision,
    forget: async (trx, tables, streamHashes) => {
      for (const table of tables) {
        await sql`
          delete from ${sql.table(table)}
          where sha256(convert_to(${learnerStream('')} || learner_id, 'UTF8')) = any(${streamHashes}::bytea[])`.execute(
          trx,
        )
      }
    },
  }
}
