import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { FairQueue, type QueuePath } from './fair-queue.ts'

/** A task that runs until it is released. */
function heldTask() {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  return { run: () => promise, end: resolve, fail: reject }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))
const anyone: QueuePath = ['class', 'address']
const tooMany = {
  kind: 'too-many',
  code: 'too_many_requests',
  retryAfterSeconds: expect.any(Number),
}

/** A queue that is busy until `release`, and the tasks that ran since, in order. */
function busy(options: { maxWaiting: number; weights?: Record<string, number> }) {
  const queue = new FairQueue({ concurrency: 1, ...options })
  const running = heldTask()
  const order: string[] = []
  const first = queue.run(['other', 'other'], running.run)
  const enter = (name: string, ...path: QueuePath) => queue.run(path, async () => void order.push(name))
  const release = async (...waiting: Promise<void>[]) => {
    running.end()
    await Promise.all([first, ...waiting])
    return order
  }
  return { enter, release }
}

describe('a queue', () => {
  test('rejects tasks with 429 when it is full, and accepts more when there is room', async () => {
    const queue = new FairQueue({ concurrency: 1, maxWaiting: 1 })
    const [running, waiting] = [heldTask(), heldTask()]
    const first = queue.run(anyone, running.run)
    const second = queue.run(anyone, waiting.run)
    await expect(queue.run(anyone, async () => {})).rejects.toMatchObject(tooMany)
    running.end()
    await first
    const third = queue.run(anyone, async () => 'third')
    waiting.end()
    await second
    expect(await third).toBe('third')
  })

  test('gives the slot of a failed task to the next', async () => {
    const queue = new FairQueue({ concurrency: 1, maxWaiting: 1 })
    const failing = heldTask()
    const first = queue.run(anyone, failing.run)
    const second = queue.run(anyone, async () => 'second')
    failing.fail(new Error('broken'))
    await expect(first).rejects.toThrow('broken')
    expect(await second).toBe('second')
  })

  test('serves classes in turn, by weight', async () => {
    const { enter, release } = busy({ maxWaiting: 20, weights: { a: 3, b: 1 } })
    const waiting = [...'aaaaaabbb'].map((name, at) => enter(name, name, `address ${at}`))
    expect((await release(...waiting)).join('')).toBe('aaabaaabb')
  })

  test('serves the IP addresses of a class in turn, and the accounts of an IP address', async () => {
    const { enter, release } = busy({ maxWaiting: 20 })
    const waiting = [
      ...[1, 2, 3].map((at) => enter(`flood ${at}`, 'class', 'one', 'flood')),
      enter('neighbor', 'class', 'one', 'neighbor'),
      enter('stranger', 'class', 'two', 'stranger'),
    ]
    expect(await release(...waiting)).toEqual(['flood 1', 'stranger', 'neighbor', 'flood 2', 'flood 3'])
  })

  test('limits an IP address to half of the queue over all classes', async () => {
    const { enter, release } = busy({ maxWaiting: 4 })
    const waiting = [enter('1', 'class', 'one'), enter('2', 'class 2', 'one')]
    await expect(enter('3', 'class', 'one')).rejects.toMatchObject(tooMany)
    await expect(enter('4', 'class 3', 'one')).rejects.toMatchObject(tooMany)
    await release(...waiting, enter('other address', 'class', 'two'), enter('the same', 'class 2', 'two'))
  })

  test('rejects the newest task of the longest queue in favor of another IP address', async () => {
    const { enter, release } = busy({ maxWaiting: 4 })
    const [one, evicted] = [enter('1', 'class', 'one'), enter('2', 'class', 'one')]
    const refused = expect(evicted).rejects.toMatchObject(tooMany)
    const others = ['two', 'three', 'four'].map((name) => enter(name, 'class', name))
    await refused
    await expect(enter('five', 'class', 'five')).rejects.toMatchObject(tooMany)
    expect(await release(one, ...others)).toEqual(['1', 'two', 'three', 'four'])
  })

  test('rejects tasks of a class over its share in favor of another class', async () => {
    const { enter, release } = busy({ maxWaiting: 6, weights: { a: 2, b: 1 } })
    const flood = Array.from({ length: 6 }, (_, at) =>
      enter(`b${at}`, 'b', `address ${at}`).catch(() => 'refused'),
    )
    const admitted = ['a0', 'a1', 'a2', 'a3'].map((name) => enter(name, 'a', name))
    await expect(enter('a4', 'a', 'a4')).rejects.toMatchObject(tooMany)
    const order = await release(...admitted)
    await Promise.all(flood)
    expect(order.toSorted()).toEqual(['a0', 'a1', 'a2', 'a3', 'b0', 'b1'])
  })

  test('serves a new IP address after one turn of each class, even while another floods each of them', async () => {
    const weights = { familiar: 3, change: 3, admin: 2, stranger: 2, registration: 1 }
    const { enter, release } = busy({ maxWaiting: 64, weights })
    const flood = Object.keys(weights).flatMap((kind) =>
      Array.from({ length: 100 }, (_, at) => enter('flood', kind, `flood of ${kind}`, `account ${at % 7}`)),
    )
    const order = await release(
      enter('stranger', 'stranger', 'two', 'owner'),
      ...flood.map((task) => task.catch(() => {})),
    )
    expect(order.indexOf('stranger')).toBeLessThan(11)
    expect(order).toHaveLength(64)
  })

  test('never exceeds its concurrency, and runs every accepted task, each queue in order of arrival', async () => {
    const sizes = { concurrency: fc.integer({ min: 1, max: 5 }), maxWaiting: fc.integer({ min: 0, max: 20 }) }
    const arrival = fc.record({ kind: fc.constantFrom('a', 'b'), address: fc.constantFrom('1', '2', '3') })
    const arrivals = fc.array(arrival, { minLength: 1, maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(fc.record(sizes), arrivals, async (options, paths) => {
        const queue = new FairQueue({ ...options, weights: { a: 2 } })
        const started: number[] = []
        let running = 0
        let most = 0
        const results = await Promise.allSettled(
          paths.map(({ kind, address }, index) =>
            queue.run([kind, address], async () => {
              started.push(index)
              running += 1
              most = Math.max(most, running)
              await settle()
              running -= 1
            }),
          ),
        )
        expect(most).toBe(Math.min(paths.length, options.concurrency))
        const done = results.flatMap(({ status }, index) => (status === 'fulfilled' ? [index] : []))
        expect(started.toSorted((a, b) => a - b)).toEqual(done)
        for (const { kind, address } of paths) {
          const own = started.filter((at) => paths[at]?.kind === kind && paths[at]?.address === address)
          expect(own).toEqual(own.toSorted((a, b) => a - b))
        }
        expect(done.length).toBeLessThanOrEqual(options.concurrency + options.maxWaiting)
      }),
      { numRuns: 100 },
    )
  })
})

describe('a waiting task', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('is rejected with 503 after five seconds, and leaves its place', async () => {
    const queue = new FairQueue({ concurrency: 1, maxWaiting: 1 })
    const running = heldTask()
    const first = queue.run(anyone, running.run)
    const late = queue.run(anyone, async () => 'late')
    const rejected = expect(late).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'overloaded',
      retryAfterSeconds: expect.any(Number),
    })
    await vi.advanceTimersByTimeAsync(5_000)
    await rejected
    const next = queue.run(anyone, async () => 'next')
    running.end()
    await first
    expect(await next).toBe('next')
    expect(vi.getTimerCount()).toBe(0)
  })

  test('whose caller leaves is never run, and leaves its place', async () => {
    const queue = new FairQueue({ concurrency: 1, maxWaiting: 1 })
    const running = heldTask()
    const first = queue.run(anyone, running.run)
    const caller = new AbortController()
    const task = vi.fn(async () => {})
    const left = queue.run(anyone, task, caller.signal)
    const rejected = expect(left).rejects.toMatchObject({ code: 'request_aborted' })
    caller.abort()
    await rejected
    const next = queue.run(anyone, async () => 'next')
    running.end()
    await first
    expect(await next).toBe('next')
    expect(task).not.toHaveBeenCalled()
  })
})
