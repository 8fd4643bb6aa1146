import { expect, test, vi } from 'vitest'
import { retry } from './retry'

/** A task that fails as often as there are errors, and a wait that only records. */
function setUp(...errors: unknown[]) {
  const delays: number[] = []
  const attempts: number[] = []
  const task = async (attempt: number) => {
    attempts.push(attempt)
    if (attempt <= errors.length) throw errors[attempt - 1]
    return `result ${attempt}`
  }
  const wait = async (milliseconds: number) => {
    delays.push(milliseconds)
  }
  return { task, wait, attempts, delays }
}

test('a success needs one call and no wait', async () => {
  const { task, wait, attempts, delays } = setUp()
  expect(await retry(task, { wait })).toBe('result 1')
  expect(attempts).toEqual([1])
  expect(delays).toEqual([])
})

test('the first success is the result', async () => {
  const { task, wait, attempts } = setUp('first', 'second')
  expect(await retry(task, { wait, attempts: 5 })).toBe('result 3')
  expect(attempts).toEqual([1, 2, 3])
})

test('rejects with the last error after three attempts', async () => {
  const { task, wait, attempts, delays } = setUp('first', 'second', 'third', 'fourth')
  await expect(retry(task, { wait })).rejects.toBe('third')
  expect(attempts).toEqual([1, 2, 3])
  expect(delays).toEqual([100, 200])
})

test('each delay is twice the one before', async () => {
  const { task, wait, delays } = setUp(1, 2, 3, 4)
  await retry(task, { wait, attempts: 5, delay: 10 })
  expect(delays).toEqual([10, 20, 40, 80])
})

test('rejects at once if the error is final', async () => {
  const { task, wait, attempts, delays } = setUp('temporary', 'final')
  const shouldRetry = vi.fn((error: unknown) => error !== 'final')
  await expect(retry(task, { wait, shouldRetry, attempts: 5 })).rejects.toBe('final')
  expect(attempts).toEqual([1, 2])
  expect(delays).toEqual([100])
  expect(shouldRetry.mock.calls).toEqual([['temporary'], ['final']])
})

test('one attempt means no repetition', async () => {
  const { task, wait, attempts } = setUp('first')
  await expect(retry(task, { wait, attempts: 1 })).rejects.toBe('first')
  expect(attempts).toEqual([1])
})
