import { expect, it } from 'vitest'
import { retry, type RetryOptions } from './retry'

async function run(failures: number, options: RetryOptions = {}) {
  const log: string[] = []
  const end = await retry(
    async (attempt) => {
      log.push(`call ${attempt}`)
      if (attempt <= failures) throw new Error(`failure ${attempt}`)
      return `success ${attempt}`
    },
    {
      ...options,
      wait: async (milliseconds) => {
        log.push(`wait ${milliseconds}`)
      },
    },
  ).catch((error: Error) => error.message)
  return [...log, end]
}

it('stops after a success', async () => {
  expect(await run(0)).toEqual(['call 1', 'success 1'])
  expect(await run(1)).toEqual(['call 1', 'wait 100', 'call 2', 'success 2'])
})

it('gives up after the last attempt', async () => {
  expect(await run(9)).toEqual(['call 1', 'wait 100', 'call 2', 'wait 200', 'call 3', 'failure 3'])
})

it('doubles the delay', async () => {
  const log = await run(4, { attempts: 5, delay: 1 })
  expect(log.filter((entry) => entry.startsWith('wait'))).toEqual(['wait 1', 'wait 2', 'wait 4', 'wait 8'])
})

it('respects shouldRetry', async () => {
  const shouldRetry = (error: unknown) => (error as Error).message !== 'failure 2'
  expect(await run(9, { shouldRetry })).toEqual(['call 1', 'wait 100', 'call 2', 'failure 2'])
})
