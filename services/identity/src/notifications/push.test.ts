import { expect, test } from 'vitest'
import { pushConfig } from '../config.ts'
import { isAtPushService } from './push.ts'

const { PUSH_SERVICES: services } = pushConfig.parse({})

test.each([
  'https://fcm.googleapis.com/fcm/send/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://web.push.apple.com/abc',
  'https://wns2-db5p.notify.windows.com/w/?token=abc',
])('allows push services of browser vendors: %s', (endpoint) => {
  expect(isAtPushService(endpoint, services)).toBe(true)
})

test.each([
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com:8443/abc',
  'https://fcm.googleapis.com.evil.example/abc',
  'https://evil.example/https://fcm.googleapis.com',
  'https://fcm.googleapis.com@evil.example/',
  'https://user@fcm.googleapis.com/',
  'https://push.apple.com.evil.example/',
  'https://evilpush.apple.com/',
  'https://127.0.0.1/',
  'https://[::1]/',
  'file:///etc/passwd',
  'x',
])('rejects other endpoints: %s', (endpoint) => {
  expect(isAtPushService(endpoint, services)).toBe(false)
})
