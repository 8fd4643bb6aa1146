import type { NewMessage } from '@rehearse/service-kit'
import { sql } from 'kysely'
import { servedKinds } from '../library/kinds.ts'
import type { Db } from '../tables.ts'
import { placeDefinedNews } from '../taxonomy/node-events.ts'
import type { PlaceKind } from '../taxonomy/repository.ts'

/** An entry of a catalogue or of the library that others live from, wherever it is stored. */
export interface DefinedEntry {
  kind: string
  id: string
  name: string | null
  document: Record<string, unknown> | null
  order: number
  revision: number
  definedAt: Date
}

const toldKinds = new Map(servedKinds.flatMap(({ name, news }) => (news ? [[name, news] as const] : [])))

/** Entries by kind and id, after the given one. */
export async function readDefinitionsAfter(
  db: Db,
  after: { kind: string; id: string } | null,
  limit: number,
): Promise<DefinedEntry[]> {
  const span =
    after === null ? sql`true` : sql`(kind collate "C", id collate "C") > (${after.kind}, ${after.id})`
  const places = (['category', 'topic', 'learning_path', 'section'] satisfies PlaceKind[]).map(
    (kind) => sql`
      select ${kind} as kind, id, name, null::jsonb as document, 0 as sort_order, revision,
        coalesce(edited_at, created_at) as defined_at
      from ${sql.table(kind)}`,
  )
  const { rows } = await sql<DefinedEntry>`
    select kind, id, name, document, sort_order as "order", revision, defined_at as "definedAt" from (
      ${sql.join(places, sql` union all `)}
      union all
      select kind, id, null, document, sort_order, revision, updated_at
      from library_entry where kind = any(${[...toldKinds.keys()]})
    ) as entry
    where ${span}
    order by kind collate "C", id collate "C"
    limit ${limit}`.execute(db)
  return rows
}

/** The news that would be told of an entry now. */
export function definitionNews({ kind, id, name, document, order, revision }: DefinedEntry): NewMessage {
  if (name !== null) return placeDefinedNews(kind as PlaceKind, { id, name, revision })
  const news = toldKinds.get(kind)
  if (news === undefined || document === null) throw new Error(`a ${kind} has no news`)
  return news.defined({ id, document, order, revision })
}
