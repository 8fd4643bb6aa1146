import { describe, expect, test, vi } from 'vitest'
import { errorResponse, fakeNetwork } from '../../testing/fake-network.ts'
import { ApiError } from './api-error.ts'
import { adminApi, learnerApi } from './client.ts'

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable(),
    (error: unknown) => error,
  )

describe('a failed call', () => {
  test('has the server’s message', async () => {
    fakeNetwork({
      'GET /api/x': () => errorResponse(409, 'Taken', { details: [{ path: 'email', message: 'taken' }] }),
    })
    const error = await failureOf(learnerApi.call('GET', '/api/x'))
    expect(error).toMatchObject({
      message: 'Taken',
      status: 409,
      details: [{ path: 'email', message: 'taken' }],
    })
  })

  test('has HTTP and the status if the server sent no message', async () => {
    fakeNetwork({ 'GET /api/x': () => Response.json({}, { status: 502 }) })
    expect(await failureOf(learnerApi.call('GET', '/api/x'))).toMatchObject({ message: 'HTTP 502' })
    fakeNetwork({ 'GET /api/x': () => new Response('<html>', { status: 502 }) })
    expect(await failureOf(learnerApi.call('GET', '/api/x'))).toMatchObject({
      message: 'Unknown error',
      status: 502,
    })
  })

  test('is distinct from a call without a response', async () => {
    expect(await failureOf(learnerApi.call('GET', '/api/x'))).toMatchObject({
      code: 'unreachable',
      status: 0,
    })
  })
})

describe('an expired session', () => {
  test('is renewed once for all calls that hit it, and each is sent again', async () => {
    let fresh = false
    const calls = fakeNetwork({
      'GET /api/x': () => (fresh ? { success: true } : errorResponse(401, 'Invalid authentication token')),
      'POST /api/auth/refresh': async () => {
        await Promise.resolve()
        fresh = true
        return { success: true }
      },
    })
    await Promise.all([
      learnerApi.call('GET', '/api/x'),
      learnerApi.call('GET', '/api/x'),
      learnerApi.call('GET', '/api/x'),
    ])
    expect(calls.filter((call) => call.path === '/api/auth/refresh')).toHaveLength(1)
    expect(calls.filter((call) => call.path === '/api/x')).toHaveLength(6)
  })

  test('that can’t be renewed is an error after one attempt', async () => {
    const calls = fakeNetwork({ 'GET /api/x': () => errorResponse(401, 'Authentication required') })
    const error = await failureOf(learnerApi.call('GET', '/api/x'))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ isUnauthenticated: true, message: 'Authentication required' })
    expect(calls.map((call) => call.path)).toEqual(['/api/x', '/api/auth/refresh'])
  })

  test('is renewed in up to three attempts, a second apart, while the server is unavailable', async () => {
    vi.useFakeTimers()
    const calls = fakeNetwork({
      'GET /api/x': () => errorResponse(401, 'Invalid authentication token'),
      'POST /api/auth/refresh': () => errorResponse(503, 'Later'),
    })
    const failed = failureOf(learnerApi.call('GET', '/api/x'))
    const tries = () => calls.filter(({ path }) => path === '/api/auth/refresh').length
    await vi.advanceTimersByTimeAsync(999)
    expect(tries()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(tries()).toBe(2)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(tries()).toBe(3)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(tries()).toBe(3)
    expect(await failed).toMatchObject({ isUnauthenticated: true })
  })

  test('is not the meaning of a rejected sign-in', async () => {
    const calls = fakeNetwork({
      'POST /api/auth/login': () => errorResponse(401, 'Invalid email or password'),
    })
    await failureOf(learnerApi.post('/api/auth/login', { body: {} }))
    expect(calls).toHaveLength(1)
  })
})

test('an admin’s call sends its area, and never refreshes the learner’s session', async () => {
  const calls = fakeNetwork({ 'GET /api/x': () => errorResponse(401, 'No token provided') })
  await failureOf(adminApi.call('GET', '/api/x'))
  expect(calls.map((call) => [call.path, call.headers.get('x-rehearse-area')])).toEqual([['/api/x', 'admin']])
})
