import { expect, test } from 'vitest'
import { retryPause } from './mail-worker.ts'

test('retries with growing pauses, up to an hour', () => {
  const pauses = Array.from({ length: 9 }, (_, at) => retryPause(at + 1))
  expect(pauses).toEqual([5, 15, 45, 135, 405, 1_215, 3_600, 3_600, 3_600])
})
