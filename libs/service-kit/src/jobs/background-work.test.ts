import { describe, expect, test, vi } from 'vitest'
import { WakeSignal } from '../database/listener.ts'
import { silentLog } from '../testing/silent-log.ts'
import { FailureLog, retryUntilDone, startBackgroundWork } from './background-work.ts'
import { abortable, whenAborted } from './delay.ts'

const listening = () => {
  const lines: string[] = []
  const log = Object.assign(Object.create(silentLog), {
    warn: ({ err }: { err: Error }) => lines.push(`warn ${err.message}`),
    debug: ({ err }: { err: Error }) => lines.push(`debug ${err.message}`),
  })
  return { lines, log }
}

describe('background work', () => {
  test('restarts when it fails or ends, until it is stopped', async () => {
    const work = vi.fn(async () => {
      if (work.mock.calls.length === 1) throw new Error('away')
    })
    const background = startBackgroundWork('test', work, silentLog)
    await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(3))
    await background.stop()
  })

  test('is told to stop, and is awaited', async () => {
    let ended = false
    const background = startBackgroundWork(
      'test',
      async (stop) => {
        await new Promise<void>((resolve) => whenAborted(stop, resolve))
        await new Promise((resolve) => setImmediate(resolve))
        ended = true
      },
      silentLog,
    )
    await background.stop()
    expect(ended).toBe(true)
  })

  test('does not log a failure caused by stopping', async () => {
    const { lines, log } = listening()
    const background = startBackgroundWork('test', (stop) => abortable(new Promise(() => {}), stop), log)
    await background.stop()
    expect(lines).toEqual([])
  })
})

test('warns once about a repeating failure, until a different one occurs or it recovers', () => {
  const { lines, log } = listening()
  const failures = new FailureLog(log)
  for (const reason of ['a', 'a', 'b', 'a']) failures.failed(new Error(reason), 'failed')
  failures.recovered()
  failures.failed(new Error('a'), 'failed')
  expect(lines).toEqual(['warn a', 'debug a', 'warn b', 'warn a', 'warn a'])
})

describe('retrying until done', () => {
  test('returns the result', async () => {
    const step = vi.fn(async () => {
      if (step.mock.calls.length < 3) throw new Error('away')
      return 'done'
    })
    const { signal } = new AbortController()
    expect(await retryUntilDone('test', step, { log: silentLog, signal })).toBe('done')
  })

  test('ends with the signal, between attempts or before the first', async () => {
    const stopping = new AbortController()
    const options = { log: silentLog, signal: stopping.signal }
    const step = vi.fn(async () => {
      throw new Error('away')
    })
    const trying = expect(retryUntilDone('test', step, options)).rejects.toThrow('stopped')
    await vi.waitFor(() => expect(step).toHaveBeenCalled())
    stopping.abort(new Error('stopped'))
    await trying
    const attempts = step.mock.calls.length
    await expect(retryUntilDone('test', step, options)).rejects.toThrow('stopped')
    expect(step).toHaveBeenCalledTimes(attempts)
  })
})

describe('an abort signal', () => {
  test('takes effect even if it aborted before', async () => {
    const heard = vi.fn()
    whenAborted(AbortSignal.abort(), heard)
    expect(heard).toHaveBeenCalledTimes(1)
    await expect(abortable(new Promise(() => {}), AbortSignal.abort(new Error('gone')))).rejects.toThrow(
      'gone',
    )
  })

  test('has no effect after the listener is removed', async () => {
    const stopping = new AbortController()
    const heard = vi.fn()
    whenAborted(stopping.signal, heard)()
    expect(await abortable(Promise.resolve(1), stopping.signal)).toBe(1)
    stopping.abort()
    expect(heard).not.toHaveBeenCalled()
  })
})

describe('a wake signal', () => {
  const long = 60_000

  test('wakes a waiter', async () => {
    const bell = new WakeSignal()
    const waiting = bell.wait(long)
    bell.ring()
    await waiting
  })

  test('wakes a later waiter, once', async () => {
    const bell = new WakeSignal()
    bell.ring()
    bell.ring()
    await bell.wait(long)
    const woken = vi.fn()
    const waiting = bell.wait(long).then(woken)
    await new Promise((resolve) => setImmediate(resolve))
    expect(woken).not.toHaveBeenCalled()
    bell.ring()
    await waiting
  })

  test("isn't needed: the wait times out", async () => {
    await new WakeSignal().wait(1)
  })
})
