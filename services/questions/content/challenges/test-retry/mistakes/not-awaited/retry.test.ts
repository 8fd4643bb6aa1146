import { expect, test, vi } from 'vitest'
import { retry } from './retry'

test('rejects with the last error', () => {
  const task = vi.fn().mockRejectedValueOnce('first').mockRejectedValue('last')
  retry(task, { wait: async () => {} }).then(
    () => undefined,
    (error) => expect(error).toBe('last'),
  )
})

test('returns the result', async () => {
  const task = vi.fn().mockResolvedValue('ok')
  expect(await retry(task)).toBe('ok')
  expect(task.mock.calls).toEqual([[1]])
})
