import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { call } from '../testing/call.ts'
import { type RunningGateway, startGateway } from '../testing/start-gateway.ts'

const hour = 3_600_000
let gateway: RunningGateway
beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway?.close())
afterEach(() => gateway.upstreams.identity.forget())

/** Also compares the clocks. */
const readiness = async () => {
  const { status, body } = await call(`${gateway.innerUrl}/readyz`)
  return { status, clock: (body.checks as Record<string, unknown>).clock }
}
const get = async (bearer: string) => {
  const { status, body } = await call(`${gateway.url}/api/progress/get`, { bearer })
  return [status, body.code]
}

test('a gateway whose clock is wrong is not ready, and signs no one out', async () => {
  const { identity, upstreams } = gateway
  const [good, expired] = [
    await identity.token('learner'),
    await identity.token('learner', { expiresIn: -5 }),
  ]
  expect(await get(expired)).toEqual([401, 'invalid_token'])

  upstreams.identity.clockAhead(-hour)
  expect(await readiness()).toEqual({
    status: 503,
    clock: { state: 'down', detail: expect.stringMatching(/^the clock is 36\d\d s ahead$/) },
  })
  // With a wrong clock we can't know whether it has expired.
  expect(await get(expired)).toEqual([503, 'clock_wrong'])
  expect(await get(good)).toEqual([200, undefined])
  const { text } = await call(`${gateway.innerUrl}/metrics`)
  expect(text).toMatch(/^clock_ahead_seconds(?:\{.*\})? 36\d\d/m)

  upstreams.identity.clockAhead(0)
  expect(await readiness()).toEqual({ status: 200, clock: { state: 'up' } })
  expect(await get(expired)).toEqual([401, 'invalid_token'])
})

test("an identity replica that is not ready isn't used to compare clocks", async () => {
  gateway.upstreams.identity.clockAhead(hour)
  gateway.upstreams.identity.readiness(503)
  expect(await readiness()).toEqual({ status: 200, clock: { state: 'up' } })
})
