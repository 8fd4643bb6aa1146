import { expect, test } from 'vitest'
import { summarize } from './kinds.ts'

test('summarize counts features by state and side, and rounds the rate', () => {
  const features = [
    { category: 'Website', status: 'completed' },
    { category: 'Website', status: 'completed' },
    { category: 'Admin', status: 'in-progress' },
  ] as const
  expect(summarize(features)).toEqual({
    total: 3,
    completed: 2,
    inProgress: 1,
    pending: 0,
    website: 2,
    admin: 1,
    completionRate: 67,
  })
})
