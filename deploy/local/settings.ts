import { join, resolve } from 'node:path'
import { LocalPlatformError, repositoryRoot } from '@rehearse/local-platform'

export interface Settings {
  port: number
  /** The port of the challenge runner. */
  runnerPort: number
  dataDir: string
  postgresUrl: string | undefined
  natsUrl: string | undefined
  /** The first admin, if the operator chose the credentials. */
  admin: { email: string; password: string } | undefined
}

export const settingsHelp = `npm start

Starts the whole platform on this machine and prints its address; Ctrl-C stops it. What is missing is installed first.

Environment variables, all optional:
  PORT                         of the platform; 8080
  RUNNER_PORT                  of the runner of coding challenges; 8081
  DATA_DIR                     for databases, files and logs; .data
  POSTGRES_URL                 of a Postgres to use instead of an own one
  NATS_URL                     of a NATS server to use instead of an own one
  ADMIN_EMAIL, ADMIN_PASSWORD  of the first admin; generated and printed once otherwise`

/** Reads the environment variables of `npm start`; `settingsHelp` and the README's table describe them. */
export function readSettings(env: NodeJS.ProcessEnv = process.env): Settings {
  return {
    port: readPort('PORT', env.PORT, 8080),
    runnerPort: readPort('RUNNER_PORT', env.RUNNER_PORT, 8081),
    dataDir: resolve(env.DATA_DIR || join(repositoryRoot, '.data')),
    postgresUrl: env.POSTGRES_URL || undefined,
    natsUrl: env.NATS_URL || undefined,
    admin: readAdmin(env),
  }
}

function readPort(name: string, text: string | undefined, standard: number): number {
  if (!text) return standard
  const port = Number(text)
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port
  throw new LocalPlatformError(`${name} is "${text}": it must be a whole number from 1 to 65535.`)
}

function readAdmin(env: NodeJS.ProcessEnv): Settings['admin'] {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = env
  if (!email && !password) return undefined
  if (email && password) return { email, password }
  throw new LocalPlatformError('ADMIN_EMAIL and ADMIN_PASSWORD go together: set both, or neither.')
}

/** Common problems of machines, with what to do. */
const sentences: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full: free some space, then start again.',
  EACCES:
    'No permission to write a file or folder: change its permissions, or choose another folder with DATA_DIR.',
  EROFS: 'The folder is on a read-only disk: choose another with DATA_DIR.',
  EDQUOT: 'Your disk quota is used up: free some space, then start again.',
}

/** Exits with the reason; with a stack only for unexpected errors. */
export function fail(error: unknown): never {
  const code = (error as { code?: unknown }).code
  const known = typeof code === 'string' ? sentences[code] : undefined
  const text =
    error instanceof LocalPlatformError
      ? error.message
      : known && error instanceof Error
        ? `${known}\n(${error.message})`
        : error instanceof Error
          ? error.stack
          : String(error)
  process.stderr.write(`\n${text}\n`)
  process.exit(1)
}
