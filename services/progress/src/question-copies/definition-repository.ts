import { type Kysely, sql } from 'kysely'
import type { ProgressTables } from '../tables.ts'
import type { DefinitionKind, Definitions } from './definition.ts'

type Db = Kysely<ProgressTables>

/** A definition as it is now; undefined for one that is unknown or was removed. */
export async function findDefinition<Kind extends DefinitionKind>(
  db: Db,
  kind: Kind,
  id: string,
): Promise<Definitions[Kind] | undefined> {
  const row = await db
    .selectFrom('definition')
    .select('document')
    .where('kind', '=', kind)
    .where('id', '=', id)
    .where('removed', '=', false)
    .executeTakeFirst()
  return row?.document as Definitions[Kind] | undefined
}

/** Definitions by id, also those that were removed meanwhile: what learners did with them is still named after them. */
export async function readDefinitions<Kind extends DefinitionKind>(
  db: Db,
  kind: Kind,
  ids: readonly string[],
): Promise<Map<string, Definitions[Kind]>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; document: Definitions[Kind] }>`
    select id, document from definition
    where kind = ${kind} and id = any(${ids}::text[]) and document <> '{}'`.execute(db)
  return new Map(rows.map((row) => [row.id, row.document]))
}

/** Keeps a definition unless a newer one is known: messages may come in any order. */
export async function storeDefinition<Kind extends DefinitionKind>(
  db: Db,
  kind: Kind,
  id: string,
  document: Definitions[Kind],
): Promise<void> {
  await sql`
    insert into definition (kind, id, revision, removed, document)
    values (${kind}, ${id}, ${document.revision}, false, ${JSON.stringify(document)})
    on conflict (kind, id) do update set
      revision = excluded.revision, removed = false, document = excluded.document
    where definition.revision < excluded.revision`.execute(db)
}

/** Marks a definition as removed; one that comes late, of that revision or before, stays so. */
export async function removeDefinition(
  db: Db,
  kind: DefinitionKind,
  id: string,
  revision: number,
): Promise<void> {
  await sql`
    insert into definition (kind, id, revision, removed, document)
    values (${kind}, ${id}, ${revision}, true, '{}')
    on conflict (kind, id) do update set revision = excluded.revision, removed = true
    where definition.revision <= excluded.revision`.execute(db)
}
