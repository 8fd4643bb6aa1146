import { expect, test } from 'vitest'
import { describeSettings } from './status.ts'

test('shows numbers, booleans and allowlisted texts, and hides all other texts', () => {
  const settings = describeSettings({
    PORT: 8080,
    HTTP2: false,
    LOG_LEVEL: 'info',
    DATABASE_URL: 'postgres://rehearse:hunter2@db/identity',
    SOMETHING_NEW: 'hunter2',
    GOOGLE_CLIENT_SECRET: undefined,
    KEY_ENCRYPTION_SECRET: 'rehearse-development-secret-not-for-production',
  })
  expect(settings).toEqual([
    { name: 'DATABASE_URL', isSet: true, value: null },
    { name: 'GOOGLE_CLIENT_SECRET', isSet: false, value: null },
    { name: 'HTTP2', isSet: true, value: 'false' },
    { name: 'KEY_ENCRYPTION_SECRET', isSet: false, value: null },
    { name: 'LOG_LEVEL', isSet: true, value: 'info' },
    { name: 'PORT', isSet: true, value: '8080' },
    { name: 'SOMETHING_NEW', isSet: true, value: null },
  ])
  expect(JSON.stringify(settings)).not.toContain('hunter2')
})
