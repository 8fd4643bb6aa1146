import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { ConfigError, databaseConfig, readConfig } from '../config.ts'
import { type DeadLetterChoice, dropDeadLetters, listDeadLetters, requestReplay } from './dead-letters.ts'
import type { MessagingTables } from './messaging-tables.ts'

/*
 * `npm run ops -- dead-letters list | show <id> | replay <id or all> | drop <id or all>`, with the DATABASE_URL of a
 * service: lists, shows, replays or drops its dead-lettered messages. The running service does the replay.
 */

const usage = `Usage: DATABASE_URL=postgres://… npm run ops -- dead-letters <command>
  list              messages that this service could not handle, with the reason
  show <id>         one of them, whole
  replay <id|all>   has the running service handle it again; with success it is gone, else its reason is the new one
  drop <id|all>     gives it up for good`

const [command = 'list', which] = process.argv.slice(2)
try {
  const { DATABASE_URL } = readConfig(databaseConfig)
  const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 1, connectionTimeoutMillis: 5_000 })
  const db = new Kysely<MessagingTables>({ dialect: new PostgresDialect({ pool }) })
  try {
    process.stdout.write(`${await run(db)}\n`)
  } finally {
    await db.destroy()
  }
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? `${error.message}\n\n${usage}` : String(error)}\n`)
  process.exitCode = 1
}

async function run(db: Kysely<MessagingTables>): Promise<string> {
  switch (command) {
    case 'list':
      return describe(await listDeadLetters(db))
    case 'show': {
      const found = (await listDeadLetters(db)).find(({ id }) => Number(id) === chosen())
      if (found === undefined) throw new Error('There is no such message')
      return JSON.stringify(found, null, 2)
    }
    case 'replay':
      return `${await requestReplay(db, chosen())} to be handled again`
    case 'drop':
      return `${await dropDeadLetters(db, chosen())} dropped`
    default:
      throw new Error(usage)
  }
}

function chosen(): DeadLetterChoice {
  if (which === 'all' && command !== 'show') return which
  if (which === undefined || !/^\d{1,15}$/.test(which)) throw new Error(usage)
  return Number(which)
}

function describe(letters: Awaited<ReturnType<typeof listDeadLetters>>): string {
  if (letters.length === 0) return 'There are no dead letters.'
  return letters
    .map(({ id, consumer, subject, parked_at, deliveries, error, replay_at }) => {
      const state = replay_at === null ? '' : ', to be handled again'
      return `${id}  ${parked_at.toISOString()}  ${consumer}  ${subject}  (${deliveries} deliveries${state})\n    ${error}`
    })
    .join('\n')
}
