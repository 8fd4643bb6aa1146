import { sql, type Transaction } from 'kysely'

/** Where the live read models are. */
export const liveSchema = 'public'

/**
 * Makes an empty table in another schema, in all like the live one: columns, defaults, checks, keys, indexes under
 * their own names (a later migration may speak of them), storage settings, owner and rights.
 */
export async function createLike<Tables>(
  trx: Transaction<Tables>,
  table: string,
  schema: string,
): Promise<void> {
  const [live, shadow] = [sql.table(`${liveSchema}.${table}`), sql.table(`${schema}.${table}`)]
  await sql`create table ${shadow} (like ${live} including all excluding indexes)`.execute(trx)
  const { rows } = await sql<{ statement: string }>`
    with live as (select * from pg_class where oid = ${`${liveSchema}.${table}`}::regclass)
    select format('alter table %I.%I add constraint %I %s', ${schema}::text, ${table}::text, conname,
      pg_get_constraintdef(pg_constraint.oid)) as statement
    from pg_constraint join live on conrelid = live.oid where contype in ('p', 'u', 'x')
    union all
    select regexp_replace(pg_get_indexdef(indexrelid), ' ON \\S+ USING ', format(' ON %I.%I USING ', ${schema}::text, ${table}::text))
    from pg_index join live on indrelid = live.oid
    where not exists (select from pg_constraint where conindid = indexrelid)
    union all
    select format('alter table %I.%I set (%s)', ${schema}::text, ${table}::text, array_to_string(reloptions, ', '))
    from live where reloptions is not null
    union all
    select format('grant %s on %I.%I to %I', privilege_type, ${schema}::text, ${table}::text, rolname)
    from live, aclexplode(relacl) right_given join pg_roles on pg_roles.oid = right_given.grantee
    where grantee <> relowner
    union all
    select format('alter table %I.%I owner to %I', ${schema}::text, ${table}::text, pg_get_userbyid(relowner)) from live
    `.execute(trx)
  for (const { statement } of rows) await sql.raw(statement).execute(trx)
}

/** Puts a table in the place of the live one, which is gone then. */
export async function putInPlace<Tables>(
  trx: Transaction<Tables>,
  table: string,
  schema: string,
): Promise<void> {
  await sql`drop table ${sql.table(`${liveSchema}.${table}`)}`.execute(trx)
  await sql`alter table ${sql.table(`${schema}.${table}`)} set schema ${sql.id(liveSchema)}`.execute(trx)
}
