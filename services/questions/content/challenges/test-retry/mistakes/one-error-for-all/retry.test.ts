import { expect, test, vi } from 'vitest'
import { retry } from './retry'

const wait = async () => {}

test('rejects after three attempts', async () => {
  const task = vi.fn().mockRejectedValue('failed')
  await expect(retry(task, { wait })).rejects.toBe('failed')
  expect(task).toHaveBeenCalledTimes(3)
})

test('returns the first success', async () => {
  const task = vi.fn().mockRejectedValueOnce('failed').mockResolvedValue('ok')
  expect(await retry(task, { wait })).toBe('ok')
  expect(task).toHaveBeenCalledTimes(2)
})
