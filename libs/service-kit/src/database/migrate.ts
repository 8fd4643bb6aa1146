import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'

/** The database has migrations that this version doesn't know: waiting won't help. */
export class UnknownMigrationsError extends Error {
  override name = 'UnknownMigrationsError'
}

/** Tables that service-kit itself needs: outbox, dead-lettered and consumed messages. */
export const messagingMigrations = join(import.meta.dirname, '../../migrations')

/**
 * Migrates a schema to the current version, in one transaction and under a lock because replicas may start together.
 * @param ownerUrl address with the role that owns the schema
 * @param folders folders of `NNNN-subject.sql` files, run in the order of folders, then names
 * @param only names of the migrations to run; all by default
 * @returns the names of the migrations that were run now
 * @throws {UnknownMigrationsError} if the database has migrations that this version doesn't know; nothing is changed
 *   then
 */
export async function migrate(
  ownerUrl: string,
  folders: readonly string[],
  only?: readonly string[],
): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 2, connectionTimeoutMillis: 10_000 })
  // A broken connection already fails the query that is waiting for it; without a listener its error event would also
  // end the process.
  const ignore = () => {}
  pool.on('error', ignore)
  pool.on('connect', (client) => client.on('error', ignore))
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    await refuseUnknownMigrations(db, folders)
    const { error, results } = await migratorOf(db, folders, only).migrateToLatest()
    if (error) throw error
    return (results ?? []).map((result) => result.migrationName)
  } finally {
    await db.destroy()
  }
}

/**
 * For a process that may not change the schema: another process runs the migrations, before it or at the same time.
 * @throws if any of the migrations hasn't been run
 */
export async function requireMigrations<Tables>(
  db: Kysely<Tables>,
  folders: readonly string[],
): Promise<void> {
  const migrations = await migratorOf(db, folders).getMigrations()
  const missing = migrations.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name)
  if (missing.length > 0) throw new Error(`migrations not run yet: ${missing.join(', ')}`)
}

/** The names of all migrations, as recorded in a database. */
export async function migrationNames(folders: readonly string[]): Promise<string[]> {
  return Object.keys(await readMigrations(folders))
}

/**
 * Throws for the schema of a newer version, or of one before November 2026, when migrations were rewritten as a
 * baseline.
 */
async function refuseUnknownMigrations(db: Kysely<unknown>, folders: readonly string[]): Promise<void> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('schema_migration') is not null as there`.execute(db)
  if (!rows[0]?.there) return
  const executed = await sql<{ name: string }>`select name from schema_migration order by name`.execute(db)
  const known = await migrationNames(folders)
  const unknown = executed.rows.map(({ name }) => name).filter((name) => !known.includes(name))
  if (unknown.length === 0) return
  throw new UnknownMigrationsError(
    `The database was made by another version of Rehearse, newer than this one or from before November 2026: it has migrations that this version doesn't know (${unknown.slice(0, 3).join(', ')}${unknown.length > 3 ? ' …' : ''}). Use that version, or start with an empty database (for npm start: another DATA_DIR, or delete .data).`,
  )
}

function migratorOf<Tables>(
  db: Kysely<Tables>,
  folders: readonly string[],
  only?: readonly string[],
): Migrator {
  const getMigrations = async () => {
    const migrations = Object.entries(await readMigrations(folders))
    return Object.fromEntries(migrations.filter(([name]) => only === undefined || only.includes(name)))
  }
  return new Migrator({
    db,
    provider: { getMigrations },
    migrationTableName: 'schema_migration',
    migrationLockTableName: 'schema_migration_lock',
    // A new migration of a library may be ordered before a service's migration that ran long ago.
    allowUnorderedMigrations: true,
  })
}

async function readMigrations(folders: readonly string[]): Promise<Record<string, Migration>> {
  const migrations: Record<string, Migration> = {}
  for (const [order, folder] of folders.entries()) {
    for (const file of (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()) {
      const text = await readFile(join(folder, file), 'utf8')
      migrations[`${order}/${basename(file, '.sql')}`] = {
        up: async (db) => {
          await sql.raw(text).execute(db)
        },
      }
    }
  }
  return migrations
}

/**
 * The schema that exists in a database while a backup is being restored into it, and after an interrupted attempt.
 */
export const unfinishedRestore = 'unfinished_restore'

/**
 * The next restore attempt discards whatever was written into a half-restored database, so no service may use it.
 * @throws while a restore hasn't completed
 */
export async function requireFinishedRestore<Tables>(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regnamespace(${unfinishedRestore}) is not null as there`.execute(db)
  if (rows[0]?.there) throw new Error('a restore of this database has not finished: run it again')
}
