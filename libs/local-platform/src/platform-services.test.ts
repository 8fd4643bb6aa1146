import { expect, test } from 'vitest'
import { inheritedEnvironment, publicUrl } from './platform-services.ts'

test("a service inherits general variables, and none of the launcher's own", () => {
  const env = {
    PATH: '/bin',
    HTTPS_PROXY: 'http://proxy',
    SHUTDOWN_TIMEOUT: '5',
    POSTGRES_URL: 'postgres://superuser',
    DATABASE_OWNER_URL: 'postgres://somebody',
    ADMIN_PASSWORD: 'secret',
    PORT: '8080',
    npm_lifecycle_event: 'start',
  }
  expect(inheritedEnvironment(env)).toEqual({
    PATH: '/bin',
    HTTPS_PROXY: 'http://proxy',
    SHUTDOWN_TIMEOUT: '5',
  })
})

test("the platform's URL is https if the gateway has a certificate", () => {
  expect(publicUrl('0.0.0.0', 8080, {})).toBe('http://localhost:8080')
  expect(publicUrl('10.0.0.1', 443, { TLS_CERT_FILE: '/tls/cert.pem' })).toBe('https://10.0.0.1:443')
})
