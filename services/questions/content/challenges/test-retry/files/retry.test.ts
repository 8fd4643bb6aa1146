import { expect, test } from 'vitest'
import { retry } from './retry'

test('returns the result', async () => {
  expect(await retry(async () => 'ok')).toBe('ok')
})
