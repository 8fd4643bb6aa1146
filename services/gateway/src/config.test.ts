import { type ConfigError, readConfig } from '@rehearse/service-kit'
import { describe, expect, test } from 'vitest'
import { config } from './config.ts'

const services = {
  IDENTITY_URL: 'http://identity:8080',
  QUESTIONS_URL: 'http://questions:8080/',
  PROGRESS_URL: 'http://progress:8080',
  MEDIA_URL: 'http://media:8080',
}

describe('the configuration', () => {
  test('requires the services’ addresses and has the documented limits', () => {
    expect(readConfig(config, services)).toMatchObject({
      PORT: 8080,
      QUESTIONS_URL: ['http://questions:8080'],
      TRUST_PROXY: false,
      RATE_LIMIT_READ: 3_000,
      RATE_LIMIT_WRITE: 600,
      RATE_LIMIT_ANSWERS: 3_000,
      RATE_LIMIT_IMPORT: 30,
      RATE_LIMIT_UPLOAD: 60,
      RATE_LIMIT_INTERVIEW: 10,
    })
  })

  test.each([
    ['false', false],
    ['true', true],
    ['10.0.0.1', '10.0.0.1'],
    ['10.0.0.0/8, ::1', '10.0.0.0/8, ::1'],
    ['proxy.internal,10.0.0.1', 'proxy.internal,10.0.0.1'],
  ])('parses trusted proxies: %s', (text, trusted) => {
    expect(readConfig(config, { ...services, TRUST_PROXY: text }).TRUST_PROXY).toBe(trusted)
  })

  test('reports everything that is wrong with it', () => {
    const env = { ...services, MEDIA_URL: 'ftp://media', TRUST_PROXY: '1', IDENTITY_URL: '' }
    try {
      readConfig(config, env)
      expect.unreachable()
    } catch (error) {
      expect((error as ConfigError).problems.map((problem) => problem.split(/[: ]/)[0])).toEqual([
        'IDENTITY_URL',
        'MEDIA_URL.0',
        'TRUST_PROXY',
      ])
    }
  })

  test.each([
    [{ TLS_CERT_FILE: '/tls/cert.pem' }, 'TLS_KEY_FILE is not set'],
    [{ TLS_KEY_FILE: '/tls/key.pem' }, 'TLS_CERT_FILE is not set'],
    [{ HTTP2: 'true' }, 'HTTP2: needs TLS_CERT_FILE and TLS_KEY_FILE'],
  ])('validates the TLS settings: %o', (env, problem) => {
    expect(() => readConfig(config, { ...services, ...env })).toThrow(problem)
  })
})
