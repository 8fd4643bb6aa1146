import { expect, test } from 'vitest'
import { awaitAllSettled } from './append.ts'

test('returns the results in order', async () => {
  expect(await awaitAllSettled([Promise.resolve(1), Promise.resolve('two')])).toEqual([1, 'two'])
})

test('rejects with the first failure, after all have settled', async () => {
  const slow = Promise.withResolvers<void>()
  let isSettled = false
  const settled = awaitAllSettled([
    slow.promise,
    Promise.reject(new Error('first')),
    Promise.reject(new Error('second')),
  ])
    .catch((error: Error) => error.message)
    .finally(() => {
      isSettled = true
    })
  await new Promise((resolve) => setImmediate(resolve))
  expect(isSettled).toBe(false)
  slow.resolve()
  expect(await settled).toBe('first')
})

test('rejects with the failure that aborted the transaction', async () => {
  const failed = (code: string) => Promise.reject(Object.assign(new Error(), { code }))
  await expect(awaitAllSettled([failed('25P02'), failed('53100')])).rejects.toMatchObject({ code: '53100' })
  await expect(awaitAllSettled([failed('25P02')])).rejects.toMatchObject({ code: '25P02' })
})
