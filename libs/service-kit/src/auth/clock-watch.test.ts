import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { installErrorMapper } from '../http/error-mapper.ts'
import { rejectWhileClockIsWrong, verifyWhileClockIsCorrect, watchClock } from './clock-watch.ts'

const hour = 60 * 60 * 1000
const epoch = Date.UTC(2026, 10, 22)

/** Simulated time, with a local and a shared clock that can be set. */
function world({ begunWith = 0 } = {}) {
  const state = { passed: 0, set: begunWith, commonSet: 0, isAway: false }
  const logged: string[] = []
  const clock = watchClock({
    common: async () => {
      if (state.isAway) throw new Error('the database is away')
      return epoch + state.passed + state.commonSet
    },
    ours: () => epoch + state.passed + state.set,
    steady: () => state.passed,
    log: {
      error: (_fields: unknown, text?: string) => logged.push(text ?? ''),
      warn: (_fields: unknown, text?: string) => logged.push(text ?? ''),
    },
  })
  return { state, clock, logged }
}

describe('the local clock', () => {
  test('is trusted while time passes normally', async () => {
    const { clock, state, logged } = world()
    await clock.check()
    expect(clock.isRight()).toBe(true)
    state.passed = 24 * hour
    expect(clock.isRight()).toBe(true)
    expect(logged).toEqual([])
  })

  test.each([hour, -hour])('is not trusted after it jumps by %d ms, until it is back', async (jump) => {
    const { clock, state, logged } = world()
    await clock.check()
    state.set = jump
    expect(clock.isRight()).toBe(false)
    await expect(clock.check()).rejects.toThrow(`3600 s ${jump > 0 ? 'ahead' : 'behind'}`)
    expect(clock.ahead).toBe(jump)
    expect(clock.isRight()).toBe(false)
    state.set = 0
    await clock.check()
    expect(clock.isRight()).toBe(true)
    expect(logged).toEqual(['the clock is wrong: rejecting requests', 'the clock is correct again'])
  })

  test('is never trusted if it was wrong from the start', async () => {
    const { clock } = world({ begunWith: hour })
    await expect(clock.check()).rejects.toThrow('3600 s ahead')
    expect(clock.isRight()).toBe(false)
  })

  test('is trusted again after jumping together with the shared clock, as when a laptop sleeps', async () => {
    const { clock, state } = world()
    await clock.check()
    state.set = 8 * hour
    state.commonSet = 8 * hour
    expect(clock.isRight()).toBe(false)
    await clock.check()
    expect(clock.isRight()).toBe(true)
  })

  test('stays trusted without a shared clock to compare with, unless it jumps', async () => {
    const { clock, state } = world()
    await clock.check()
    state.isAway = true
    await expect(clock.check()).rejects.toThrow('away')
    expect(clock.isRight()).toBe(true)
    state.set = hour
    expect(clock.isRight()).toBe(false)
  })

  test('may differ as much as clocks usually drift', async () => {
    const { clock } = world({ begunWith: 59_000 })
    await clock.check()
    expect(clock.isRight()).toBe(true)
  })
})

test('serves only internal routes while the clock is wrong', async () => {
  const app = Fastify()
  installErrorMapper(app)
  let isRight = true
  rejectWhileClockIsWrong(app, { isRight: () => isRight })
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

test('rejects a request if the clock jumps before its body arrives', async () => {
  const app = Fastify()
  installErrorMapper(app)
  const looks = [true, false]
  rejectWhileClockIsWrong(app, { isRight: () => looks.shift() ?? false })
  app.post('/', { config: { access: 'anyone' } }, async () => 'served')
  expect((await app.inject({ method: 'POST', url: '/', payload: {} })).json().code).toBe('clock_wrong')
})

test('reports a wrong clock instead of an invalid token after the clock has jumped', async () => {
  const invalid = Object.assign(new Error('over'), { code: 'invalid_token' })
  const verifier = {
    verify: async () => {
      throw invalid
    },
    recall: () => null,
    revokeSession: () => {},
    forgetSignatures: () => {},
  }
  const verifiedWith = (isRight: boolean) =>
    verifyWhileClockIsCorrect(verifier, { isRight: () => isRight }).verify('token')
  await expect(verifiedWith(true)).rejects.toMatchObject({ code: 'invalid_token' })
  await expect(verifiedWith(false)).rejects.toMatchObject({ code: 'clock_wrong' })
})
