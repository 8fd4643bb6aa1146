import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { lockLog } from './append.ts'
import { defaultBatchSize } from './build-shadow.ts'
import type { EventTables } from './event.ts'
import type { EventLog } from './event-log.ts'
import { catchUp, inTransaction } from './projection.ts'
import { finishShadow } from './promote.ts'
import { liveSchema, type Shadow, tablesOf } from './shadow.ts'

/** How a live table differs from the result of replaying the log. */
export interface Difference {
  table: string
  /** The number of different rows, including missing and extra ones. */
  rows: number
  /** The number of owners (first column) with different rows. */
  owners: number
  /** The number of differences per column; columns without any are left out. */
  columns: Readonly<Record<string, number>>
  /** Some of the rows, each with its actual and expected values; null for a missing or extra row. */
  examples: readonly { live: object | null; shadow: object | null }[]
}

/** Relative difference that summation order may cause in a sum of fractions. */
const rounding = 1e-9
const exampleCount = 10

/**
 * Compares a shadow with the live read models at the same position. Appends wait while the shadow's last events are
 * folded, but not during the comparison. Live read models catch up first.
 * @param db needs two connections
 */
export async function compare<Tables extends EventTables>(
  log: EventLog,
  db: Kysely<Tables>,
  shadow: Shadow<Tables>,
): Promise<Difference[]> {
  // Most of it here, where appends don't wait.
  await catchUpLive(log, db, shadow)
  return atOneMoment(log, db, shadow, async (trx) => {
    const differences: Difference[] = []
    for (const table of tablesOf(shadow)) {
      const difference = await compareTable(trx, table, shadow.name)
      if (difference.rows > 0) differences.push(difference)
    }
    return differences
  })
}

/** Runs work in a snapshot in which the shadow and the live read models are at the same position. */
async function atOneMoment<Tables extends EventTables, Result>(
  log: EventLog,
  db: Kysely<Tables>,
  shadow: Shadow<Tables>,
  work: (trx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  const snapshot = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const holding = db.transaction().execute(async (trx) => {
    await sql`set local idle_in_transaction_session_timeout = '60s'`.execute(trx)
    await lockLog(trx)
    locked.resolve()
    await snapshot.promise
  })
  holding.catch(locked.reject)
  try {
    await locked.promise
    await catchUpLive(log, db, shadow)
    await db.transaction().execute((trx) => finishShadow(log, trx, shadow, defaultBatchSize))
    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (trx) => {
        await sql`select from event limit 1`.execute(trx)
        snapshot.resolve()
        await holding
        return work(trx)
      })
  } finally {
    snapshot.resolve()
    await holding.catch(() => {})
  }
}

/** Live read models may be some events behind, or may not have started yet. */
async function catchUpLive<Tables extends EventTables>(
  log: EventLog,
  db: Kysely<Tables>,
  { projections }: Shadow<Tables>,
): Promise<void> {
  for (const projection of projections) {
    while ((await catchUp(log, inTransaction(db), [projection])).applied > 0);
  }
}

async function compareTable<Tables>(
  trx: Transaction<Tables>,
  table: string,
  schema: string,
): Promise<Difference> {
  const columns = await columnsOf(trx, table)
  const key = columns.filter(({ isKey }) => isKey).map(({ name }) => sql.ref(name))
  const owner = columns.find(({ name }) => name === 'learner_id') ?? columns[0]
  const differing = sql`
    from ${sql.table(`${liveSchema}.${table}`)} live
    full join ${sql.table(`${schema}.${table}`)} shadow using (${sql.join(key)})
    where ${sql.join(columns.map(differs), sql` or `)}`
  const { rows } = await sql<Record<string, number>>`
    select count(*)::int as "all rows",
      count(distinct coalesce(live.${sql.ref(owner?.name ?? '')}, shadow.${sql.ref(owner?.name ?? '')}))::int as "all owners",
      ${sql.join(columns.map((column) => sql`(count(*) filter (where ${differs(column)}))::int as ${sql.ref(column.name)}`))}
    ${differing}`.execute(trx)
  const { 'all rows': count = 0, 'all owners': owners = 0, ...byColumn } = rows[0] ?? {}
  if (count === 0) return { table, rows: 0, owners: 0, columns: {}, examples: [] }
  const examples = await sql<{ live: object | null; shadow: object | null }>`
    select to_jsonb(live) as live, to_jsonb(shadow) as shadow ${differing} limit ${exampleCount}`.execute(trx)
  return {
    table,
    rows: count,
    owners,
    columns: Object.fromEntries(Object.entries(byColumn).filter(([, differing]) => differing > 0)),
    examples: examples.rows,
  }
}

interface Column {
  name: string
  isKey: boolean
  kind: 'fraction' | 'json' | 'plain'
}

async function columnsOf<Tables>(db: Kysely<Tables>, table: string): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select attname as name, coalesce(attnum = any(indkey), false) as "isKey",
      case when atttypid in ('float4'::regtype, 'float8'::regtype) then 'fraction'
        when atttypid = 'json'::regtype then 'json' else 'plain' end as kind
    from pg_attribute
    left join pg_index on indrelid = attrelid and indisprimary
    where attrelid = ${`${liveSchema}.${table}`}::regclass and attnum > 0 and not attisdropped
    order by attnum`.execute(db)
  return rows
}

function differs({ name, kind }: Column): RawBuilder<boolean> {
  const [live, shadow] = [sql`live.${sql.ref(name)}`, sql`shadow.${sql.ref(name)}`]
  switch (kind) {
    case 'fraction':
      return sql`(${live} is distinct from ${shadow}
        and coalesce(abs(${live} - ${shadow}) > ${sql.lit(rounding)} * (1 + abs(${live})), true))`
    case 'json':
      return sql`${live}::jsonb is distinct from ${shadow}::jsonb`
    case 'plain':
      return sql`${live} is distinct from ${shadow}`
  }
}
