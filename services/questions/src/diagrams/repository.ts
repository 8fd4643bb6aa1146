import { diagramReference } from '@rehearse/contracts'
import { sql } from 'kysely'
import type { Db } from '../tables.ts'

/**
 * The SVG of each diagram that a text refers to, by name; undefined if it refers to none. Missing diagrams are left out.
 */
export async function readDiagrams(db: Db, text: string): Promise<Record<string, string> | undefined> {
  const names = new Set([...text.matchAll(diagramReference)].map(([, , name = '']) => name))
  if (names.size === 0) return undefined
  const { rows } = await sql<{ id: string; svg: string }>`
    select id, document ->> 'svg' as svg from library_entry
    where kind = 'diagrams' and id = any(${[...names]})`.execute(db)
  return Object.fromEntries(rows.map(({ id, svg }) => [id, svg]))
}
