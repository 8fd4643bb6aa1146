import { sql } from 'kysely'
import type { Db } from '../tables.ts'

export interface Positions {
  /** Of the newest event; 0 while there is none. */
  log: number
  /** Of everybody who reads the log from a checkpoint. */
  readers: { name: string; position: number }[]
}

/** Where the log ends, and where its readers stand, in one look. */
export async function readPositions(db: Db): Promise<Positions> {
  const { rows } = await sql<Positions>`
    select coalesce((select max(global_position) from event), 0) as log,
      coalesce((select json_agg(json_build_object('name', name, 'position', position)) from checkpoint), '[]') as readers`.execute(
    db,
  )
  return rows[0] ?? { log: 0, readers: [] }
}
