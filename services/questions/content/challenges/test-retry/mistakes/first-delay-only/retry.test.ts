import { expect, test } from 'vitest'
import { retry } from './retry'

test('waits 100 milliseconds first', async () => {
  const delays: number[] = []
  const task = async (attempt: number) => {
    if (attempt < 3) throw attempt
    return attempt
  }
  const result = await retry(task, {
    wait: async (milliseconds) => {
      delays.push(milliseconds)
    },
  })
  expect(result).toBe(3)
  expect(delays[0]).toBe(100)
})
