import { expect, test } from 'vitest'
import { awaitAllSettled } from './append.ts'

test('returns the results in order', async () => {
  expect(await awaitAllSettled([Promise.resolve(1), Promise.resolve('two')])).toEqual([1, 'two'])
})

test('rejects with the first failure, after all have settled', async () => {
  const slow = Promise.withResolvers<void>()
  let isTold = false
  const told = awaitAllSettled([
    slow.promise,
    Promise.reject(new Error('first')),
    Promise.reject(new Error('second')),
  ])
    .catch((error: Error) => error.message)
    .finally(() => {
      isTold = true
    })
  await new Promise((resolve) => setImmediate(resolve))
  expect(isTold).toBe(false)
  slow.resolve()
  expect(await told).toBe('first')
})
