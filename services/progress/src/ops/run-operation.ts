import { type EventLog, openEventLog, type VaultSecrets } from '@rehearse/event-store'
import { ConfigError, openDatabase, readConfig } from '@rehearse/service-kit'
import { config, vaultSecrets } from '../config.ts'
import { eventCatalogue } from '../learner/event-catalog.ts'
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

/**
 * Runs a command-line operation next to the running service, and exits with its code. The environment is the
 * service's, with DATABASE_OWNER_URL.
 */
export async function runOperation(
  usage: string,
  work: (operation: Operation) => Promise<number>,
): Promise<void> {
  endWithCaller()
  try {
    process.exitCode = await withDatabase(work)
  } catch (error) {
    const isAsked = error instanceof UsageError || error instanceof ConfigError
    process.stderr.write(isAsked ? `${error.message}\n\n${usage}\n` : `${String(error)}\n`)
    process.exitCode = 2
  }
}

/** Ends with the parent process: a killed parent sends no signal. */
function endWithCaller(): void {
  process.once('disconnect', () => process.exit(2))
  process.channel?.unref()
}

/** Connects with the role from the environment, and disconnects when the work is done. */
export async function withDatabase<Result>(work: (operation: Operation) => Promise<Result>): Promise<Result> {
  const { DATABASE_OWNER_URL, DATABASE_OWNER_URL_FILE, DATABASE_URL } = process.env
  if (!DATABASE_OWNER_URL && !DATABASE_OWNER_URL_FILE)
    throw new ConfigError(['DATABASE_OWNER_URL is not set'])
  const settings = readConfig(config, { ...process.env, DATABASE_URL: DATABASE_URL || DATABASE_OWNER_URL })
  const secrets = vaultSecrets(settings)
  const log = openEventLog({ catalogue: eventCatalogue, ...secrets })
  const { db, close } = openDatabase<ProgressTables>({
    url: settings.DATABASE_OWNER_URL ?? settings.DATABASE_URL,
    name: 'progress-operation',
    poolSize: 3,
    log: { warn: () => {} },
    // A generous timeout: a busy machine must not abort hours of work.
    patience: 60_000,
  })
  try {
    return await work({ log, db, secrets })
  } finally {
    await close()
  }
}
