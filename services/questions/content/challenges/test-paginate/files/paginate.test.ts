import { expect, test } from 'vitest'
import { paginate } from './paginate'

test('returns the first items', () => {
  expect(paginate(['a', 'b', 'c'], 1, 2).items).toContain('a')
})
