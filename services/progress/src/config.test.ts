import { readConfig } from '@rehearse/service-kit'
import { configProblems } from '@rehearse/testing/config-problems'
import { describe, expect, test } from 'vitest'
import { config, developmentSecret } from './config.ts'

const database = { DATABASE_URL: 'postgres://progress@localhost/progress' }

const problemsOf = (env: Record<string, string>) => configProblems(config, { ...database, ...env })

describe('PERSONAL_DATA_SECRET', () => {
  test('has a default in development', () => {
    expect(readConfig(config, database).PERSONAL_DATA_SECRET).toBe(developmentSecret)
  })

  test('must be set in production, to a value other than the default', () => {
    expect(problemsOf({ NODE_ENV: 'production' })).toEqual(['PERSONAL_DATA_SECRET is not set'])
    expect(problemsOf({ NODE_ENV: 'production', PERSONAL_DATA_SECRET: developmentSecret })).toEqual([
      'PERSONAL_DATA_SECRET: must not be the development default in production',
    ])
    expect(problemsOf({ NODE_ENV: 'production', PERSONAL_DATA_SECRET: 'x'.repeat(32) })).toEqual([])
  })

  test('has at least 32 characters', () => {
    expect(problemsOf({ PERSONAL_DATA_SECRET: 'x'.repeat(31) })).toEqual([
      'PERSONAL_DATA_SECRET: must have at least 32 characters',
    ])
  })
})
