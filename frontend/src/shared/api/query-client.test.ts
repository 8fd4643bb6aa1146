import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { createQueryClient } from './query-client.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const failure = (status: number, message: string) => new ApiError({ status, code: 'x', message })

/** The times at which a read that always fails with this error is tried. Milliseconds. */
async function triesOf(error: ApiError): Promise<number[]> {
  const begun = Date.now()
  const tries: number[] = []
  const reading = createQueryClient().fetchQuery({
    queryKey: ['x'],
    queryFn: () => {
      tries.push(Date.now() - begun)
      throw error
    },
  })
  const failed = expect(reading).rejects.toBe(error)
  await vi.advanceTimersByTimeAsync(60_000)
  await failed
  return tries
}

test('a failed read is tried three times if a retry may help, each time a second later', async () => {
  expect(await triesOf(failure(503, 'Later'))).toEqual([0, 1_000, 3_000])
  expect(await triesOf(failure(404, 'Not found'))).toEqual([0])
})

test('a read that hit a listener conflict is retried once, half a second later', async () => {
  expect(await triesOf(failure(409, 'Conflict: Target ID already exists: 4'))).toEqual([0, 500])
})
