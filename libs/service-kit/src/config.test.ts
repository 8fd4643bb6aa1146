import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ConfigError, databaseConfig, readConfig, serviceConfig } from './config.ts'

const schema = z.object({ ...serviceConfig.shape, ...databaseConfig.shape })
const DATABASE_URL = 'postgres://runner:hunter2-secret@db/learning'

function errorOf(read: () => unknown): ConfigError {
  try {
    read()
  } catch (error) {
    if (error instanceof ConfigError) return error
    throw error
  }
  throw new Error('the configuration was accepted')
}

describe('a configuration', () => {
  test('has defaults for everything but the database', () => {
    expect(readConfig(schema, { DATABASE_URL })).toEqual({
      NODE_ENV: 'development',
      HOST: '127.0.0.1',
      PORT: 0,
      LOG_LEVEL: 'info',
      NATS_URL: 'nats://127.0.0.1:4222',
      NATS_REPLICAS: 1,
      SHUTDOWN_TIMEOUT: 20,
      OTEL_SDK_DISABLED: 'false',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
      OTEL_TRACES_SAMPLER: 'parentbased_always_on',
      OTEL_TRACES_SAMPLER_ARG: 1,
      OTEL_BSP_SCHEDULE_DELAY: 5_000,
      DATABASE_URL,
      DATABASE_POOL: 10,
    })
  })

  test('reports all problems at once', () => {
    const error = errorOf(() =>
      readConfig(schema, {
        PORT: '65536',
        LOG_LEVEL: 'loud',
        NATS_REPLICAS: 'three',
        DATABASE_OWNER_URL: 'mysql://x',
      }),
    )
    expect(error.problems).toEqual([
      expect.stringMatching(/^PORT: /),
      expect.stringMatching(/^LOG_LEVEL: /),
      expect.stringMatching(/^NATS_REPLICAS: /),
      'DATABASE_URL is not set',
      'DATABASE_OWNER_URL: must be a postgres:// address',
    ])
    for (const problem of error.problems) expect(error.message).toContain(`  - ${problem}`)
  })

  test('never repeats a value in an error message', () => {
    const secret = 'hunter2-secret'
    const error = errorOf(() =>
      readConfig(schema, {
        NODE_ENV: secret,
        PORT: secret,
        LOG_LEVEL: secret,
        NATS_REPLICAS: secret,
        SHUTDOWN_TIMEOUT: secret,
        DATABASE_URL: secret,
        DATABASE_OWNER_URL: secret,
        DATABASE_POOL: secret,
      }),
    )
    expect(error.problems).toHaveLength(8)
    expect(error.stack).not.toContain(secret)
  })

  test.each(['PORT', 'LOG_LEVEL', 'DATABASE_OWNER_URL'])('an empty %s counts as not set', (name) => {
    expect(readConfig(schema, { DATABASE_URL, [name]: '' })).toEqual(readConfig(schema, { DATABASE_URL }))
  })

  test('treats an empty required variable as missing', () => {
    expect(errorOf(() => readConfig(schema, { DATABASE_URL: '' })).problems).toEqual([
      'DATABASE_URL is not set',
    ])
  })

  test('keeps the message of a rule about the whole configuration', () => {
    const whole = schema.refine(() => false, 'this and that do not go together')
    expect(errorOf(() => readConfig(whole, { DATABASE_URL })).problems).toEqual([
      'this and that do not go together',
    ])
  })

  test('reads a secret from a file, which must exist and may be empty', () => {
    const url = new URL('../migrations/0001-outbox.sql', import.meta.url).pathname
    expect(errorOf(() => readConfig(schema, { DATABASE_URL_FILE: url })).problems).toEqual([
      'DATABASE_URL: must be a postgres:// address',
    ])
    expect(readConfig(schema, { DATABASE_URL, DATABASE_OWNER_URL_FILE: '/dev/null' })).toEqual(
      readConfig(schema, { DATABASE_URL }),
    )
    const missing = join(import.meta.dirname, 'no-such-file')
    expect(errorOf(() => readConfig(schema, { DATABASE_URL_FILE: missing })).problems).toEqual([
      "DATABASE_URL_FILE names a file that can't be read (ENOENT)",
    ])
  })
})
