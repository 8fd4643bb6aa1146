import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { installErrorMapper } from '../http/error-mapper.ts'
import { judgingByRightClock, refuseByWrongClock, watchClock } from './clock-watch.ts'

const hour = 60 * 60 * 1000
const epoch = Date.UTC(2026, 10, 22)

/** A world in which time passes, and clocks in it that can be set. */
function world({ begunWith = 0 } = {}) {
  const state = { passed: 0, set: begunWith, commonSet: 0, isAway: false }
  const told: string[] = []
  const clock = watchClock({
    common: async () => {
      if (state.isAway) throw new Error('the database is away')
      return epoch + state.passed + state.commonSet
    },
    ours: () => epoch + state.passed + state.set,
    steady: () => state.passed,
    log: {
      error: (_fields: unknown, text?: string) => told.push(text ?? ''),
      warn: (_fields: unknown, text?: string) => told.push(text ?? ''),
    },
  })
  return { state, clock, told }
}

describe('a clock', () => {
  test('is believed while time passes', async () => {
    const { clock, state, told } = world()
    await clock.check()
    expect(clock.isRight()).toBe(true)
    state.passed = 24 * hour
    expect(clock.isRight()).toBe(true)
    expect(told).toEqual([])
  })

  test.each([hour, -hour])(
    'that jumps by %d ms is not believed from that moment, nor until it is back',
    async (jump) => {
      const { clock, state, told } = world()
      await clock.check()
      state.set = jump
      expect(clock.isRight()).toBe(false)
      await expect(clock.check()).rejects.toThrow(`3600 s ${jump > 0 ? 'ahead' : 'behind'}`)
      expect(clock.ahead).toBe(jump)
      expect(clock.isRight()).toBe(false)
      state.set = 0
      await clock.check()
      expect(clock.isRight()).toBe(true)
      expect(told).toEqual(['the clock is wrong: nothing is served by it', 'the clock is right again'])
    },
  )

  test('that is wrong from the beginning is never believed', async () => {
    const { clock } = world({ begunWith: hour })
    await expect(clock.check()).rejects.toThrow('3600 s ahead')
    expect(clock.isRight()).toBe(false)
  })

  test('that jumps together with the common one, as of a laptop that slept, is believed again', async () => {
    const { clock, state } = world()
    await clock.check()
    state.set = 8 * hour
    state.commonSet = 8 * hour
    expect(clock.isRight()).toBe(false)
    await clock.check()
    expect(clock.isRight()).toBe(true)
  })

  test('is believed as before while there is nothing to compare it with, unless it jumps', async () => {
    const { clock, state } = world()
    await clock.check()
    state.isAway = true
    await expect(clock.check()).rejects.toThrow('away')
    expect(clock.isRight()).toBe(true)
    state.set = hour
    expect(clock.isRight()).toBe(false)
  })

  test('may be off as far as clocks drift', async () => {
    const { clock } = world({ begunWith: 59_000 })
    await clock.check()
    expect(clock.isRight()).toBe(true)
  })
})

test('by a wrong clock nothing is served but what tells so', async () => {
  const app = Fastify()
  installErrorMapper(app)
  let isRight = true
  refuseByWrongClock(app, { isRight: () => isRight })
  app.get('/served', { config: { access: 'anyone' } }, async () => 'served')
  app.get('/inner', { config: { access: 'inner' } }, async () => 'told')
  expect((await app.inject('/served')).statusCode).toBe(200)
  isRight = false
  const refused = await app.inject('/served')
  expect([refused.statusCode, refused.headers['retry-after'], refused.json().code]).toEqual([
    503,
    '1',
    'clock_wrong',
  ])
  expect((await app.inject('/inner')).statusCode).toBe(200)
})

test('nor when it jumps between a request and its body', async () => {
  const app = Fastify()
  installErrorMapper(app)
  const looks = [true, false]
  refuseByWrongClock(app, { isRight: () => looks.shift() ?? false })
  app.post('/', { config: { access: 'anyone' } }, async () => 'served')
  expect((await app.inject({ method: 'POST', url: '/', payload: {} })).json().code).toBe('clock_wrong')
})

test('a token that is refused by a clock that has jumped may be good, and is not called invalid', async () => {
  const invalid = Object.assign(new Error('over'), { code: 'invalid_token' })
  const verifier = {
    verify: async () => {
      throw invalid
    },
    recall: () => null,
    revokeSession: () => {},
    forgetSignatures: () => {},
  }
  const judged = (isRight: boolean) =>
    judgingByRightClock(verifier, { isRight: () => isRight }).verify('token')
  await expect(judged(true)).rejects.toMatchObject({ code: 'invalid_token' })
  await expect(judged(false)).rejects.toMatchObject({ code: 'clock_wrong' })
})
