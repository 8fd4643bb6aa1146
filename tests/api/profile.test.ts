import { PREFERENCE_DEFAULTS, type Preferences, type Profile } from '@rehearse/contracts'
import { expect, test } from 'vitest'
import { newLearner, superAdmin, visitor } from '../support/client.ts'

const me = '/api/users/me'
const preferences = '/api/users/me/preferences'

test('a learner reads and changes their profile', async () => {
  const learner = await newLearner()
  const before = await learner.call<{ user: Profile }>(me)
  expect(before).toMatchObject({
    status: 200,
    body: { user: { uid: learner.uid, displayName: 'Ada Lovelace', preferences: PREFERENCE_DEFAULTS } },
  })
  const after = await learner.call<{ user: Profile }>(me, {
    method: 'PATCH',
    body: { displayName: 'Ada', photoURL: 'https://example.com/ada.png', timezone: 'Europe/London' },
  })
  expect(after.body.user).toMatchObject({
    displayName: 'Ada',
    photoURL: 'https://example.com/ada.png',
    timezone: 'Europe/London',
    email: learner.email,
  })
  expect((await learner.call('/api/auth/me')).body).toMatchObject({ user: { displayName: 'Ada' } })
  const refused = await learner.call(me, {
    method: 'PATCH',
    body: { photoURL: 'http://example.com/ada.png' },
  })
  expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
})

test('a learner replaces their preferences, twice to the same effect', async () => {
  const learner = await newLearner()
  const body = { dailyGoal: 5, timezone: 'Asia/Kolkata', studyHours: { start: '20:00', end: '22:00' } }
  for (const _time of [1, 2]) {
    const reply = await learner.call<{ preferences: Preferences }>(preferences, { method: 'PUT', body })
    expect(reply.body.preferences).toEqual({ ...PREFERENCE_DEFAULTS, ...body })
  }
  const refused = await learner.call(preferences, { method: 'PUT', body: { timezone: 'Atlantis' } })
  expect(refused.status).toBe(400)
  expect((await learner.call<{ preferences: Preferences }>(preferences)).body.preferences).toMatchObject(body)
})

test('profiles and preferences are a learner’s own: not a visitor’s, not an admin’s', async () => {
  const admin = await superAdmin()
  for (const [method, path] of [
    ['GET', me],
    ['PATCH', me],
    ['GET', preferences],
    ['PUT', preferences],
    ['GET', '/api/users/me/push-subscriptions'],
    ['POST', '/api/users/me/push-subscriptions'],
    ['DELETE', '/api/users/me/push-subscriptions'],
  ] as const) {
    const options = { method, ...(method !== 'GET' && { body: {} }) }
    expect((await visitor(path, options)).status).toBe(401)
    expect((await admin(path, options)).status).toBe(403)
  }
})

test('push is not offered where no keys are configured', async () => {
  const { call } = await newLearner()
  expect((await call('/api/users/me/push-subscriptions')).body).toMatchObject({ publicKey: null })
  const keys = {
    p256dh: Buffer.alloc(65, 4).toString('base64url'),
    auth: Buffer.alloc(16).toString('base64url'),
  }
  const body = { endpoint: 'https://fcm.googleapis.com/fcm/send/x', keys }
  const reply = await call('/api/users/me/push-subscriptions', { body })
  expect(reply).toMatchObject({ status: 404, body: { code: 'push_not_offered' } })
})
