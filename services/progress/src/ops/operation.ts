import { type EventLog, openEventLog, type VaultSecrets } from '@rehearse/event-store'
import { ConfigError, openDatabase, readConfig } from '@rehearse/service-kit'
import { config, vaultSecrets } from '../config.ts'
import { eventCatalog } from '../learner/event-catalog.ts'
import type { Db, ProgressTables } from '../tables.ts'

export interface Operation {
  log: EventLog
  /** With the role that owns the tables, since an operation may create tables. */
  db: Db
  /** The secrets that encrypt the log's keys. */
  secrets: VaultSecrets
}

/** An invalid command line: its message is printed with the usage. */
export class UsageError extends Error {}

/** Connects with the role from the environment, and disconnects when the work is done. */
export async function withDatabase<Result>(work: (operation: Operation) => Promise<Result>): Promise<Result> {
  const { DATABASE_OWNER_URL, DATABASE_OWNER_URL_FILE, DATABASE_URL } = process.env
  if (!DATABASE_OWNER_URL && !DATABASE_OWNER_URL_FILE)
    throw new ConfigError(['DATABASE_OWNER_URL is not set'])
  const settings = readConfig(config, { ...process.env, DATABASE_URL: DATABASE_URL || DATABASE_OWNER_URL })
  const secrets = vaultSecrets(settings)
  const log = openEventLog({ catalog: eventCatalog, ...secrets })
  const { db, close } = openDatabase<ProgressTables>({
    url: settings.DATABASE_OWNER_URL ?? settings.DATABASE_URL,
    name: 'progress-operation',
    poolSize: 3,
    log: { warn: () => {} },
    // A generous timeout: a busy machine must not abort hours of work.
    connectTimeout: 60_000,
  })
  try {
    return await work({ log, db, secrets })
  } finally {
    await close()
  }
}
