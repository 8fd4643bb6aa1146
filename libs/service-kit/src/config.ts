import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { tracingConfig } from './observability/tracing.ts'

/** The configuration can't be used; `faults` lists everything that is wrong with it, one line each. */
export class ConfigError extends Error {
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(`The configuration is not usable:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
    this.name = 'ConfigError'
    this.faults = faults
  }
}

const port = z.coerce.number().int().min(0).max(65_535)

/** What every service is configured with. */
export const serviceConfig = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(0),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** By which services know that a request comes from the gateway; where it is set they believe no one else's X-Forwarded-For. */
  GATEWAY_SECRET: z.string().min(16).optional(),
  NATS_URL: z.string().default('nats://127.0.0.1:4222'),
  /** How many servers of the NATS cluster keep each stream. */
  NATS_REPLICAS: z.coerce.number().int().min(1).max(5).default(1),
  /** Seconds that a stopping service waits for requests in flight. */
  SHUTDOWN_TIMEOUT: z.coerce.number().int().min(1).max(300).default(20),
  ...tracingConfig.shape,
})
export type ServiceConfig = z.infer<typeof serviceConfig>

/** What services with a database add. Without an owner's address the migrations are somebody else's job, and waited for. */
export const databaseConfig = z.object({
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, 'must be a postgres:// address'),
  DATABASE_OWNER_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must be a postgres:// address')
    .optional(),
  DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(10),
})
export type DatabaseConfig = z.infer<typeof databaseConfig>

/**
 * Reads a configuration from environment variables. An empty variable counts as not set; instead of `NAME` a secret
 * may come as `NAME_FILE`, the path of a file that holds it, and an empty file is as good as none.
 * @throws {ConfigError} listing every variable that is missing or wrong; values are never repeated, they may be secret.
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

/** What may come as a file. Named one by one: other programs have variables that end in `_FILE`, too. */
const secrets = [
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
] as const

function withSecretsFromFiles(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const given: Record<string, string> = {}
  for (const [name, value] of Object.entries(env)) if (value) given[name] = value
  for (const name of secrets) {
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
