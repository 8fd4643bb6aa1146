import { readConfig } from '@rehearse/service-kit'
import { configProblems } from '@rehearse/testing/config-problems'
import { describe, expect, test } from 'vitest'
import webPush from 'web-push'
import { config, developmentSecret } from './config.ts'

const database = { DATABASE_URL: 'postgres://identity@localhost/identity' }
const goodSecret = 'x'.repeat(32)

const problemsOf = (env: Record<string, string>) => configProblems(config, { ...database, ...env })

describe('the secret that encrypts the signing keys', () => {
  test('has a default in development', () => {
    expect(readConfig(config, database).KEY_ENCRYPTION_SECRET).toBe(developmentSecret)
  })

  test('must be set in production', () => {
    expect(problemsOf({ NODE_ENV: 'production' })).toEqual(['KEY_ENCRYPTION_SECRET is not set'])
  })

  test('must not be the development default in production', () => {
    expect(problemsOf({ NODE_ENV: 'production', KEY_ENCRYPTION_SECRET: developmentSecret })).toEqual([
      'KEY_ENCRYPTION_SECRET: must not be the development default in production',
    ])
  })

  test('has at least 32 characters in every environment', () => {
    expect(problemsOf({ KEY_ENCRYPTION_SECRET: 'x'.repeat(31) })).toEqual([
      'KEY_ENCRYPTION_SECRET: must have at least 32 characters',
    ])
    expect(problemsOf({ NODE_ENV: 'production', KEY_ENCRYPTION_SECRET: goodSecret })).toEqual([])
  })

  test('is reported as missing even if other settings are invalid', () => {
    expect(problemsOf({ NODE_ENV: 'production', PORT: 'many' })).toContain('KEY_ENCRYPTION_SECRET is not set')
  })
})

test('hashes passwords at a cost of at least 12, except in tests', () => {
  expect(readConfig(config, database).PASSWORD_COST).toBe(12)
  expect(problemsOf({ PASSWORD_COST: '11' })).toEqual(['PASSWORD_COST: must be 12 or more'])
  expect(
    problemsOf({ NODE_ENV: 'production', KEY_ENCRYPTION_SECRET: goodSecret, PASSWORD_COST: '4' }),
  ).toEqual(['PASSWORD_COST: must be 12 or more'])
  expect(problemsOf({ PASSWORD_COST: '13' })).toEqual([])
  expect(problemsOf({ NODE_ENV: 'test', PASSWORD_COST: '4' })).toEqual([])
})

describe('the first admin', () => {
  test('requires an email and a password together', () => {
    expect(problemsOf({ ADMIN_EMAIL: 'boss@example.com' })).toEqual(['ADMIN_PASSWORD is not set'])
    expect(problemsOf({ ADMIN_PASSWORD: 'secret-boss' })).toEqual(['ADMIN_EMAIL is not set'])
  })

  test('requires a password of at least 6 characters that bcrypt doesn’t truncate', () => {
    const problems = (password: string) =>
      problemsOf({ ADMIN_EMAIL: 'boss@example.com', ADMIN_PASSWORD: password })
    expect(problems('é'.repeat(37))).toEqual(['ADMIN_PASSWORD: must have at most 72 bytes'])
    expect(problems('ééé')).toEqual(['ADMIN_PASSWORD: must have at least 6 characters'])
  })

  test('never repeats the password in an error', () => {
    expect(problemsOf({ ADMIN_EMAIL: 'nobody', ADMIN_PASSWORD: 'sss' }).join()).not.toContain('sss')
  })
})

describe('the mail server', () => {
  const mail = { SMTP_URL: 'smtp://mail.example.com:587', MAIL_FROM: 'Rehearse <mail@example.com>' }

  test('requires the sender', () => {
    expect(problemsOf(mail)).toEqual([])
    expect(problemsOf({ SMTP_URL: mail.SMTP_URL })).toEqual(['MAIL_FROM is not set'])
    expect(problemsOf({ MAIL_FROM: mail.MAIL_FROM })).toEqual(['SMTP_URL is not set'])
  })

  test('requires PUBLIC_ORIGIN for its links in production', () => {
    const problems = problemsOf({ ...mail, NODE_ENV: 'production', KEY_ENCRYPTION_SECRET: goodSecret })
    expect(problems).toContain('PUBLIC_ORIGIN is not set')
  })

  test.each(['Rehearse', 'a@b@c', 'Ann <mail@example.com>\nBcc: all@example.com'])(
    'rejects the sender %j',
    (from) => {
      expect(problemsOf({ ...mail, MAIL_FROM: from })).not.toEqual([])
    },
  )
})

describe('sign-in with other providers', () => {
  test('requires an id and a secret together', () => {
    expect(problemsOf({ GOOGLE_CLIENT_ID: 'x' })).toEqual(['GOOGLE_CLIENT_SECRET is not set'])
    expect(problemsOf({ GITHUB_CLIENT_SECRET: 'x' })).toEqual(['GITHUB_CLIENT_ID is not set'])
  })

  test('trusts no plain HTTP address except this machine’s', () => {
    expect(problemsOf({ GOOGLE_ISSUER: 'http://accounts.example.com' })).toEqual([
      'GOOGLE_ISSUER: must be https, unless on this machine',
    ])
    expect(problemsOf({ GITHUB_API_URL: 'http://127.0.0.1.evil.example' })).toEqual([
      'GITHUB_API_URL: must be https, unless on this machine',
    ])
    expect(
      problemsOf({ GOOGLE_ISSUER: 'http://localhost:9000', GITHUB_URL: 'http://127.0.0.1:9001' }),
    ).toEqual([])
  })
})

test('push requires both keys and a contact address', () => {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  const keys = { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey }
  expect(problemsOf(keys)).toEqual(['VAPID_SUBJECT is not set'])
  expect(problemsOf({ ...keys, VAPID_SUBJECT: 'mailto:operator@example.com' })).toEqual([])
  expect(problemsOf({ ...keys, VAPID_SUBJECT: 'operator' })).toHaveLength(1)
})
