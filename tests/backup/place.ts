import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import {
  type Platform,
  provisionDatabase,
  repositoryRoot,
  secretFile,
  startNats,
  startPlatform,
  startPostgres,
} from '@rehearse/local-platform'
import { developmentSecret } from '../../services/progress/src/config.ts'

/** Timeout and interval (ms) for what arrives by message. */
export const soon = { timeout: 60_000, interval: 100 }

export const boss = { email: 'boss@backup.test', password: 'who keeps the backups' }

/** A machine: a folder for all data, and its own backing servers. */
export interface Place {
  dataDir: string
  /** Starts the platform, optionally with an existing Postgres and with another version's launcher. */
  startPlatform(given?: { postgresUrl?: string; start?: typeof startPlatform }): Promise<Platform>
  /** Runs work with backing servers alone, with the databases and roles that `setup` creates. */
  withServers<Result>(work: (env: Settings) => Promise<Result>): Promise<Result>
}

/** The environment of ops:backup and ops:restore. */
export type Settings = Readonly<Record<string, string>>

const databases = ['identity', 'questions', 'progress', 'media'] as const

export function openPlace(dataDir: string): Place {
  return {
    dataDir,
    startPlatform: ({ postgresUrl, start = startPlatform } = {}) =>
      start({
        dataDir,
        postgresUrl,
        logLevel: 'warn',
        nodeEnv: 'test',
        postgresSettings: { fsync: 'off' },
        env: {
          identity: {
            PASSWORD_COST: '4',
            ADMIN_EMAIL: boss.email,
            ADMIN_PASSWORD: boss.password,
            RATE_LIMIT_REGISTER: '0',
            RATE_LIMIT_SIGNIN_ADDRESS: '0',
          },
          gateway: { RATE_LIMIT_WRITE: '0', RATE_LIMIT_ANSWERS: '0', RATE_LIMIT_READ: '0' },
        },
      }),
    withServers: async (work) => {
      await using servers = new AsyncDisposableStack()
      const postgres = await startPostgres({ dataDir: join(dataDir, 'postgres'), settings: { fsync: 'off' } })
      servers.defer(() => postgres.stop())
      const nats = await startNats({ dataDir: join(dataDir, 'nats') })
      servers.defer(() => nats.stop())
      const secret = await secretFile(join(dataDir, 'database-secret'))
      for (const name of databases) await provisionDatabase(postgres.url, { name, secret })
      return await work(await settingsOf(dataDir, { postgresUrl: postgres.url, natsUrl: nats.url }))
    },
  }
}

export async function settingsOf(
  dataDir: string,
  { postgresUrl, natsUrl }: Pick<Platform, 'postgresUrl' | 'natsUrl'>,
): Promise<Settings> {
  return {
    POSTGRES_URL: postgresUrl,
    DATABASE_SECRET: await secretFile(join(dataDir, 'database-secret')),
    NATS_URL: natsUrl,
    MEDIA_DIR: join(dataDir, 'media'),
    PERSONAL_DATA_SECRET: developmentSecret,
  }
}

export interface CommandOutput {
  code: number
  out: string
  err: string
}

/** Runs a command as in a terminal, of another version if given. */
export async function run(
  command: 'backup' | 'restore',
  given: readonly string[],
  env: Settings,
  version = repositoryRoot,
): Promise<CommandOutput> {
  const child = begin(command, given, env, version)
  const [[code], out, err] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)])
  return { code, out, err }
}

/** @returns the output up to the line after which the process was killed, or all of it if the line never appeared */
export async function killOnOutput(
  reason: string,
  command: 'backup' | 'restore',
  given: readonly string[],
  env: Settings,
): Promise<string> {
  const child = begin(command, given, env, repositoryRoot)
  child.stdout.resume()
  let written = ''
  for await (const words of child.stderr) {
    written += words
    if (written.includes(reason)) child.kill('SIGKILL')
  }
  return written
}

function begin(command: string, given: readonly string[], env: Settings, version: string) {
  return spawn(process.execPath, [join(version, `deploy/backup/${command}.ts`), ...given], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}
