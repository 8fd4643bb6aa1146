import { importJWK, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import webPush from 'web-push'
import { call, registerLearner, type TestLearner } from '../testing/client.ts'
import { startPushService, type TestDevice, type TestPushService } from '../testing/push-service.ts'
import { identityEnvironment, type RunningIdentity, startIdentity } from '../testing/start-identity.ts'
import { createPush, type Push } from './push.ts'

const path = '/api/users/me/push-subscriptions'
const vapid = webPush.generateVAPIDKeys()
const message = { title: 'Ten questions', body: 'They wait for you — früh.', url: '/dashboard' }

let service: TestPushService
let identity: RunningIdentity
let push: Push
beforeAll(async () => {
  service = await startPushService()
  const config = {
    VAPID_PUBLIC_KEY: vapid.publicKey,
    VAPID_PRIVATE_KEY: vapid.privateKey,
    VAPID_SUBJECT: 'mailto:operator@example.com',
    PUSH_SERVICES: service.url,
  }
  identity = await startIdentity({ ...(await identityEnvironment()), ...config })
  const { db } = identity.database
  push = createPush({ db, log: identity.app.log }, { ...config, PUSH_SERVICES: [service.url] }) as Push
})
afterAll(async () => {
  await identity?.close()
  await service?.close()
})

/** A P-256 point in the form that push services receive: 4, x, y. */
function jwkOf(publicKey: string) {
  const point = Buffer.from(publicKey, 'base64url')
  const part = (from: number, to: number) => point.subarray(from, to).toString('base64url')
  return { kty: 'EC', crv: 'P-256', x: part(1, 33), y: part(33, 65) }
}
const subscribe = ({ token }: TestLearner, { subscription }: TestDevice) =>
  call(identity.app, path, { bearer: token, body: subscription })
const endpoints = async ({ uid }: TestLearner) =>
  (
    await identity.database.pool.query('select endpoint from push_subscription where learner_uid = $1', [uid])
  ).rows.map((row) => row.endpoint)

describe('a push message', () => {
  test('reaches every browser of the learner and no one else’s, and is readable only there', async () => {
    const learner = await registerLearner(identity.app)
    const other = await registerLearner(identity.app)
    const [one, two, foreign] = [service.newDevice(), service.newDevice(), service.newDevice()]
    expect((await subscribe(learner, one)).status).toBe(201)
    expect((await subscribe(learner, two)).status).toBe(201)
    expect((await subscribe(other, foreign)).status).toBe(201)
    expect(await push.pushTo(learner.uid, message)).toBe(2)
    expect([one.received, two.received, foreign.received]).toEqual([[message], [message], []])
    const headers = service.lastHeaders()
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '43200' })
    const [, token = '', publicKey] = /^vapid t=([^,]+), k=(.+)$/.exec(String(headers.authorization)) ?? []
    expect(publicKey).toBe(vapid.publicKey)
    const { payload } = await jwtVerify(token, await importJWK(jwkOf(vapid.publicKey), 'ES256'))
    expect(payload).toMatchObject({ aud: service.url, sub: 'mailto:operator@example.com' })
  })

  test('is sent once to a browser that subscribed twice, for the learner who subscribed last', async () => {
    const [before, now] = [await registerLearner(identity.app), await registerLearner(identity.app)]
    const device = service.newDevice()
    await subscribe(before, device)
    await subscribe(now, device)
    await subscribe(now, device)
    expect(await push.pushTo(before.uid, message)).toBe(0)
    expect(await push.pushTo(now.uid, message)).toBe(1)
  })

  test.each([404, 410])('rejected with %i deletes the subscription', async (status) => {
    const learner = await registerLearner(identity.app)
    const [gone, here] = [service.newDevice(), service.newDevice()]
    await subscribe(learner, gone)
    await subscribe(learner, here)
    gone.answer(status)
    expect(await push.pushTo(learner.uid, message)).toBe(1)
    expect(await endpoints(learner)).toEqual([here.subscription.endpoint])
  })

  // 403: the browser subscribed with a key that was replaced since.
  test.each([403, 429, 500])('rejected with %i keeps the subscription', async (status) => {
    const learner = await registerLearner(identity.app)
    const device = service.newDevice()
    await subscribe(learner, device)
    device.answer(status)
    expect(await push.pushTo(learner.uid, message)).toBe(0)
    device.answer(201)
    expect(await push.pushTo(learner.uid, message)).toBe(1)
  })

  test('is not sent when the learner wants none', async () => {
    const learner = await registerLearner(identity.app)
    const device = service.newDevice()
    await subscribe(learner, device)
    await call(identity.app, '/api/users/me/preferences', {
      method: 'PUT',
      bearer: learner.token,
      body: { notifications: { push: false } },
    })
    expect(await push.pushTo(learner.uid, message)).toBe(0)
    expect(device.received).toEqual([])
  })
})

describe('a push subscription', () => {
  test('can be removed', async () => {
    const learner = await registerLearner(identity.app)
    const device = service.newDevice()
    await subscribe(learner, device)
    const remove = (who: TestLearner) =>
      call(identity.app, path, {
        method: 'DELETE',
        bearer: who.token,
        body: { endpoint: device.subscription.endpoint },
      })
    expect((await remove(await registerLearner(identity.app))).status).toBe(200)
    expect(await endpoints(learner)).toHaveLength(1)
    expect((await remove(learner)).status).toBe(200)
    expect((await remove(learner)).status).toBe(200)
    expect(await endpoints(learner)).toEqual([])
  })

  test('is stored for a learner’s ten newest browsers', async () => {
    const learner = await registerLearner(identity.app)
    const devices = Array.from({ length: 12 }, () => service.newDevice())
    for (const device of devices) await subscribe(learner, device)
    expect((await endpoints(learner)).sort()).toEqual(
      devices
        .slice(2)
        .map((device) => device.subscription.endpoint)
        .sort(),
    )
  })

  test.each([
    ['an endpoint inside our network', { endpoint: 'http://169.254.169.254/latest/meta-data' }],
    [
      'an endpoint that only looks like a push service',
      { endpoint: 'https://fcm.googleapis.com.evil.example/x' },
    ],
    ['an endpoint with a user name and a password', { endpoint: 'http://user:secret@127.0.0.1/send/x' }],
    ['no endpoint', { endpoint: 'nowhere' }],
    ['a key of the wrong length', { keys: { p256dh: 'AAAA', auth: 'AAAA' } }],
    ['no keys', { keys: undefined }],
  ])('is rejected with %s', async (_what, change) => {
    const learner = await registerLearner(identity.app)
    const body = { ...service.newDevice().subscription, ...change }
    const reply = await call(identity.app, path, { bearer: learner.token, body })
    expect(reply.status).toBe(400)
    expect(await endpoints(learner)).toEqual([])
  })

  test('requires a learner', async () => {
    const body = service.newDevice().subscription
    expect((await call(identity.app, path, { body })).status).toBe(401)
    expect((await call(identity.app, path)).status).toBe(401)
  })
})

test('offers push only if keys are configured', async () => {
  const learner = await registerLearner(identity.app)
  const offered = await call(identity.app, path, { bearer: learner.token })
  expect(offered.body.publicKey).toBe(vapid.publicKey)
  const { VAPID_PUBLIC_KEY: _one, VAPID_PRIVATE_KEY: _two, VAPID_SUBJECT: _three, ...env } = identity.env
  const bare = await startIdentity(env)
  try {
    expect((await call(bare.app, path, { bearer: learner.token })).body.publicKey).toBeNull()
    const reply = await call(bare.app, path, {
      bearer: learner.token,
      body: service.newDevice().subscription,
    })
    expect(reply).toMatchObject({ status: 404, body: { code: 'push_not_offered' } })
  } finally {
    await bare.close()
  }
})
