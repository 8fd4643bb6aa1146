import { expect, test } from 'vitest'
import { priorityOf } from './list-issues.ts'

test.each([
  [['critical'], 'Critical'],
  [['Urgent'], 'Critical'],
  [['bug'], 'High'],
  [['priority: high'], 'High'],
  [['medium'], 'Medium'],
  [['enhancement'], 'Medium'],
  [['enhancement', 'bug'], 'High'],
  [['bug', 'priority/critical'], 'Critical'],
  [['debugging', 'highlight'], 'Low'],
  [[], 'Low'],
])('labels %j mean %s', (names, priority) => {
  expect(priorityOf(names.map((name) => ({ name })))).toBe(priority)
})
