import { expect, test, vi } from 'vitest'
import { throttled } from './routes.ts'

test('shares one read among waiting requests and starts it after they arrived', async () => {
  const readings: PromiseWithResolvers<number>[] = []
  const read = throttled(() => {
    const reading = Promise.withResolvers<number>()
    readings.push(reading)
    return reading.promise
  })
  const first = read()
  await vi.waitFor(() => expect(readings).toHaveLength(1))
  const later = [read(), read(), read()]
  readings[0]?.resolve(1)
  expect(await first).toBe(1)
  await vi.waitFor(() => expect(readings).toHaveLength(2))
  readings[1]?.resolve(2)
  expect(await Promise.all(later)).toEqual([2, 2, 2])
  expect(readings).toHaveLength(2)
})

test('reports a failed read and retries on the next request', async () => {
  const outcomes = [() => Promise.reject(new Error('away')), () => Promise.resolve(2)]
  const read = throttled(() => outcomes.shift()?.() ?? Promise.resolve(3))
  await expect(read()).rejects.toThrow('away')
  expect(await read()).toBe(2)
})
