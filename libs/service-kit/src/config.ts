import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { tracingConfig } from './observability/tracing.ts'

/** The configuration can't be used; `problems` lists everything that is wrong with it, one line each. */
export class ConfigError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`The configuration is not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.name = 'ConfigError'
    this.problems = problems
  }
}

const port = z.coerce.number().int().min(0).max(65_535)

/** The configuration of every service. */
export const serviceConfig = z.object({
  NODE_ENV: z
    .enum(['development', 'test', 'production'])
    .default('development')
    .describe('`production` rejects development secrets'),
  HOST: z.string().default('127.0.0.1').describe('address the service listens on'),
  PORT: port.default(0).describe('port the service listens on; 0 picks a free one'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('lowest level of messages to log'),
  GATEWAY_SECRET: z
    .string()
    .min(16)
    .optional()
    .describe(
      'secret shared by the gateway and the services: when set, services trust `X-Forwarded-*` only from a gateway with the same secret; 16 characters or more',
    ),
  NATS_URL: z
    .string()
    .default('nats://127.0.0.1:4222')
    .describe('NATS servers, separated by commas; the first may contain the service’s user and password'),
  NATS_REPLICAS: z.coerce
    .number()
    .int()
    .min(1)
    .max(5)
    .default(1)
    .describe('number of NATS servers that store each stream'),
  SHUTDOWN_TIMEOUT: z.coerce
    .number()
    .int()
    .min(1)
    .max(300)
    .default(20)
    .describe('seconds that requests in flight get to finish after SIGTERM'),
  ...tracingConfig.shape,
})
export type ServiceConfig = z.infer<typeof serviceConfig>

/**
 * Additional settings for services with a database. Without an owner URL, the service waits until another process has
 * run the migrations.
 */
export const databaseConfig = z.object({
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must be a postgres:// address')
    .describe('connection with the service’s own role, which can’t change the schema'),
  DATABASE_OWNER_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must be a postgres:// address')
    .optional()
    .describe(
      'connection with the owner’s role; when set, the service runs its migrations at startup, otherwise it waits for them',
    ),
  DATABASE_POOL: z.coerce
    .number()
    .int()
    .min(1)
    .max(200)
    .default(10)
    .describe(
      'maximum number of database connections, in addition to a few for listening, saving answers and searching',
    ),
})
export type DatabaseConfig = z.infer<typeof databaseConfig>

/**
 * Reads a configuration from environment variables. An empty variable counts as not set. Instead of `NAME`, a secret
 * may come from `NAME_FILE`, the path of a file that holds it; an empty file counts as not set.
 * @throws {ConfigError} listing every variable that is missing or wrong; values are never repeated because they may
 *   be secret.
 */
export function readConfig<Schema extends z.ZodType>(
  schema: Schema,
  env: Readonly<Record<string, string | undefined>> = process.env,
): z.infer<Schema> {
  const given = withSecretsFromFiles(env)
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  throw new ConfigError(
    parsed.error.issues.map((issue) => {
      const name = issue.path.join('.')
      if (name === '') return issue.message
      return given[name] === undefined ? `${name} is not set` : `${name}: ${issue.message}`
    }),
  )
}

/**
 * Settings that may come from a file. Listed one by one because other programs also have variables that end in
 * `_FILE`.
 */
export const fileSettings = [
  'ADMIN_PASSWORD',
  'DATABASE_OWNER_URL',
  'DATABASE_URL',
  'GATEWAY_SECRET',
  'GITHUB_CLIENT_SECRET',
  'GOOGLE_CLIENT_SECRET',
  'ISSUES_TOKEN',
  'KEY_ENCRYPTION_SECRET',
  'KEY_ENCRYPTION_SECRET_PREVIOUS',
  'NATS_URL',
  'OPENAI_API_KEY',
  'VAPID_PRIVATE_KEY',
  'PERSONAL_DATA_SECRET',
  'PERSONAL_DATA_SECRET_PREVIOUS',
  'SMTP_URL',
  'SPEECH_API_KEY',
] as const

function withSecretsFromFiles(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const given: Record<string, string> = {}
  for (const [name, value] of Object.entries(env)) if (value) given[name] = value
  for (const name of fileSettings) {
    const file = given[`${name}_FILE`]
    const secret = file === undefined ? '' : readSecret(`${name}_FILE`, file)
    if (secret !== '') given[name] ??= secret
  }
  return given
}

function readSecret(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new ConfigError([
      `${name} names a file that can't be read (${(error as NodeJS.ErrnoException).code})`,
    ])
  }
}
