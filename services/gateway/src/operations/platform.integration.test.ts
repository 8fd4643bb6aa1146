import { platformReply } from '@rehearse/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../testing/call.ts'
import { type RunningGateway, startGateway } from '../testing/start-gateway.ts'

let gateway: RunningGateway
beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway.close())

test('admins see every service with its checks and live metrics, but no secrets', async () => {
  const bearer = await gateway.identity.token('admin')
  await call(`${gateway.url}/api/health`)
  const reply = await call(`${gateway.url}/api/admin/platform`, { bearer })
  const { services } = platformReply.parse(reply.body)
  expect(services.map(({ name, state }) => [name, state])).toEqual([
    ['gateway', 'up'],
    ['identity', 'up'],
    ['questions', 'up'],
    ['progress', 'up'],
    ['media', 'up'],
  ])
  const [own, identity] = services
  expect(own?.replicas[0]?.figures).toMatchObject({ requests: expect.any(Number), failures: 0 })
  expect(own?.replicas[0]?.figures?.requests).toBeGreaterThan(0)
  expect(own?.settings).toContainEqual({ name: 'RATE_LIMIT_READ', isSet: true, value: '3000' })
  expect(own?.settings).toContainEqual({ name: 'NATS_URL', isSet: true, value: null })
  // The test upstreams report readiness but no metrics.
  expect(identity?.replicas[0]).toMatchObject({ state: 'up', checks: { postgres: 'up' }, figures: null })
  expect(reply.text).not.toContain('inner.example')
  expect(reply.text).not.toContain(gateway.natsUrl)
})

test('other users see nothing', async () => {
  const learner = await gateway.identity.token('learner')
  expect((await call(`${gateway.url}/api/admin/platform`, { bearer: learner })).status).toBe(403)
  expect((await call(`${gateway.url}/api/admin/platform`)).status).toBe(401)
})
