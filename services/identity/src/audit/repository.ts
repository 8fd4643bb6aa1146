import { AUDIT_KEPT_FOR, type AuditEntry, type AuditFilter, type AuditRecord } from '@rehearse/contracts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../tables.ts'

export interface NewEntry {
  id: string
  at: Date
  record: AuditRecord
}

/** Stores entries; those that are stored already are left alone. */
export async function insertEntries(db: Db, entries: readonly NewEntry[]): Promise<void> {
  if (entries.length === 0) return
  const rows = entries.map(({ id, at, record }) => ({ id, at: at.toISOString(), ...record }))
  await sql`
    insert into audit_entry (id, at, actor, role, topic, action, summary, target, title, details, request_id)
    select id, at, actor, role, topic, action, summary, target, title, details, "requestId"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (
      id uuid, at timestamptz, actor text, role text, topic text, action text, summary text, target text, title text,
      details jsonb, "requestId" text)
    on conflict (id) do nothing`.execute(db)
}

type Row = Omit<AuditEntry, 'at'> & { at: Date }

const columns = sql`
  audit_entry.id, at, actor, admin.name as "actorName", audit_entry.role, topic, action, summary, target, title, details,
  request_id as "requestId"`

const matching = ({ actor, topic, search, from, to }: AuditFilter): RawBuilder<unknown> => {
  const conditions = [
    ...(actor === undefined ? [] : [sql`actor = ${actor}`]),
    ...(topic === undefined ? [] : [sql`topic = ${topic}`]),
    ...(from === undefined ? [] : [sql`at >= ${new Date(from)}`]),
    ...(to === undefined ? [] : [sql`at < ${new Date(to)}`]),
    ...(search === undefined
      ? []
      : [
          sql`(target = ${search} or strpos(lower(title), lower(${search})) > 0
            or strpos(lower(summary), lower(${search})) > 0)`,
        ]),
  ]
  return sql.join([sql`true`, ...conditions], sql` and `)
}

export const auditPage = (
  filter: AuditFilter,
  { limit, offset }: { limit: number; offset: number },
): RawBuilder<Row> => sql<Row>`
  select ${columns} from audit_entry left join admin on admin.id = actor
  where ${matching(filter)} order by at desc, audit_entry.id desc limit ${limit} offset ${offset}`

/** A page of the log, newest first. */
export async function readAudit(
  db: Db,
  filter: AuditFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ entries: AuditEntry[]; totalCount: number }> {
  const [{ rows }, { rows: counts }] = await Promise.all([
    auditPage(filter, { limit, offset }).execute(db),
    sql<{ count: number }>`
      select count(*)::int as count from audit_entry where ${matching(filter)}`.execute(db),
  ])
  return { entries: rows.map(toEntry), totalCount: counts[0]?.count ?? 0 }
}

/** Entries per statement. */
const batchSize = 1_000

/** All matching entries, oldest first, in batches: no transaction stays open for a slow client. */
export async function* walkAudit(db: Db, filter: AuditFilter): AsyncGenerator<AuditEntry[], void, void> {
  let last: { at: string; id: string } | undefined
  for (;;) {
    const after =
      last === undefined ? sql`true` : sql`(at, audit_entry.id) > (${last.at}::timestamptz, ${last.id}::uuid)`
    // As text: a date of JavaScript has no microseconds.
    const { rows } = await sql<Row & { exactly: string }>`
      select ${columns}, at::text as exactly from audit_entry left join admin on admin.id = actor
      where ${matching(filter)} and ${after} order by at, audit_entry.id limit ${batchSize}`.execute(db)
    if (rows.length > 0) yield rows.map(toEntry)
    const newest = rows.at(-1)
    if (newest === undefined || rows.length < batchSize) return
    last = { at: newest.exactly, id: newest.id }
  }
}

function toEntry(row: Row): AuditEntry {
  const { at, ...rest } = row
  return { ...rest, at: at.toISOString() }
}

/** Deletes entries older than a year. @returns their number */
export async function deleteExpiredEntries(db: Db, now: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from audit_entry where at < ${new Date(now.getTime() - AUDIT_KEPT_FOR)}`.execute(db)
  return Number(numAffectedRows)
}
