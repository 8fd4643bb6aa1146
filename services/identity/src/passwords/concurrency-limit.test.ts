import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ConcurrencyLimit, type Lane } from './concurrency-limit.ts'

/** A task that runs until it is told to end. */
function heldTask() {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  return { run: () => promise, end: resolve, fail: reject }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('a limit', () => {
  test('refuses with 429 what finds the queue full, and takes more once there is room', async () => {
    const limit = new ConcurrencyLimit({ concurrency: 1, maxWaiting: 1 })
    const [running, waiting] = [heldTask(), heldTask()]
    const first = limit.run(running.run)
    const second = limit.run(waiting.run)
    await expect(limit.run(async () => {})).rejects.toMatchObject({
      kind: 'too-many',
      code: 'too_many_requests',
      retryAfterSeconds: expect.any(Number),
    })
    running.end()
    await first
    const third = limit.run(async () => 'third')
    waiting.end()
    await second
    expect(await third).toBe('third')
  })

  test('lets those it knows go first, and has room for them when strangers fill their lane', async () => {
    const limit = new ConcurrencyLimit({ concurrency: 1, maxWaiting: 2 })
    const running = heldTask()
    const order: string[] = []
    const enter = (name: string, lane: Lane) => limit.run(async () => void order.push(name), lane)
    const first = limit.run(running.run)
    const strangers = [enter('stranger', 'strange'), enter('another', 'strange')]
    await expect(enter('one too many', 'strange')).rejects.toMatchObject({ code: 'too_many_requests' })
    const familiar = enter('owner', 'familiar')
    running.end()
    await Promise.all([first, ...strangers, familiar])
    expect(order).toEqual(['owner', 'stranger', 'another'])
  })

  test('gives the place of a task that failed to the next', async () => {
    const limit = new ConcurrencyLimit({ concurrency: 1, maxWaiting: 1 })
    const failing = heldTask()
    const first = limit.run(failing.run)
    const second = limit.run(async () => 'second')
    failing.fail(new Error('broken'))
    await expect(first).rejects.toThrow('broken')
    expect(await second).toBe('second')
  })

  test('never runs more at a time than it says, runs all that it took in, in order of arrival', async () => {
    const sizes = { concurrency: fc.integer({ min: 1, max: 5 }), maxWaiting: fc.integer({ min: 0, max: 20 }) }
    await fc.assert(
      fc.asyncProperty(fc.record(sizes), fc.integer({ min: 1, max: 40 }), async (options, arrivals) => {
        const limit = new ConcurrencyLimit(options)
        const started: number[] = []
        let running = 0
        let most = 0
        const results = await Promise.allSettled(
          Array.from({ length: arrivals }, (_, index) =>
            limit.run(async () => {
              started.push(index)
              running += 1
              most = Math.max(most, running)
              await settle()
              running -= 1
            }),
          ),
        )
        const taken = Math.min(arrivals, options.concurrency + options.maxWaiting)
        expect(most).toBe(Math.min(taken, options.concurrency))
        expect(started).toEqual(Array.from({ length: taken }, (_, index) => index))
        expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(taken)
      }),
      { numRuns: 50 },
    )
  })
})
