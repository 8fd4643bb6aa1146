import { expect, test } from 'vitest'
import { awaitAllSettled } from './append.ts'

test('gives the results in their order', async () => {
  expect(await awaitAllSettled([Promise.resolve(1), Promise.resolve('two')])).toEqual([1, 'two'])
})

test('tells the first failure, and not before the last of them is through', async () => {
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
