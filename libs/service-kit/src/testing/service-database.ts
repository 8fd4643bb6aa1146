import { testDatabase } from '@rehearse/testing'
import pg from 'pg'
import { type Database, openDatabase } from '../database/database.ts'
import { messagingMigrations } from '../database/migrate.ts'
import type { MessagingTables } from '../messaging/messaging-tables.ts'
import { silentLog } from './silent-log.ts'

export interface ServiceDatabase<Tables> extends Database<Tables> {
  /** With the run-time role. */
  url: string
  ownerUrl: string
  /** Runs a query as the superuser. */
  query(text: string, values?: readonly unknown[]): Promise<pg.QueryResult>
  /** Terminates every connection with that `application_name` on the server. */
  terminate(applicationName: string): Promise<void>
}

/** A database with the tables of every service. Closed by the caller, dropped when the run ends. */
export async function serviceDatabase<Tables = MessagingTables>(
  name: string,
  poolSize = 10,
): Promise<ServiceDatabase<Tables>> {
  const { databaseUrl, ownerUrl, superuserUrl } = await testDatabase(name, messagingMigrations)
  const database = openDatabase<Tables>({ url: databaseUrl, name, poolSize, log: silentLog })
  const superuser = new pg.Pool({ connectionString: superuserUrl, max: 1 })
  return {
    ...database,
    url: databaseUrl,
    ownerUrl,
    query: (text, values = []) => superuser.query(text, [...values]),
    terminate: async (applicationName) => {
      await superuser.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = $1`,
        [applicationName],
      )
    },
    close: async () => {
      await Promise.all([database.close(), superuser.end()])
    },
  }
}
