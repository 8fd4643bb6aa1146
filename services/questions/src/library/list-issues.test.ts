import { type BuiltInIssue, type ListedIssue, listedIssue } from '@rehearse/contracts'
import { describe, expect, test } from 'vitest'
import { hostIssue } from '../testing/issue-host.ts'
import { listIssues } from './list-issues.ts'

const at = new Date('2026-11-21T10:00:00Z')
const issue = (number: number, state: ListedIssue['state']) => listedIssue.parse(hostIssue(number, { state }))
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)
const builtIn: BuiltInIssue[] = range(0, 88).map((number) => ({
  id: `issue-${number}`,
  title: `Built-in ${number}`,
  url: 'https://example.org/',
  category: 'CSS',
  completed: false,
}))

describe('listIssues', () => {
  test('keeps the first ten open and the first ten closed issues, and counts all', () => {
    const issues = [
      ...range(0, 12).map((number) => issue(number, 'closed')),
      ...range(12, 45).map((number) => issue(number, 'open')),
    ]
    const { count, data, fetchedAt, stats } = listIssues({ issues, at }, builtIn)
    expect(data).toMatchObject(
      [...range(12, 22), ...range(0, 10)].map((number) => ({ number, priority: 'High' })),
    )
    expect({ count, fetchedAt }).toEqual({ count: 20, fetchedAt: at.toISOString() })
    expect(stats).toMatchObject({ total: 45, open: 33, closed: 12, isMockData: false })
    expect([...stats.openResources, ...stats.closedResources]).toEqual(data)
  })

  test.each([
    ['no list was read yet', null],
    ['there are no issues', { issues: [], at }],
  ])('returns the whole built-in list if %s', (_why, fetched) => {
    const { count, data, fetchedAt, stats } = listIssues(fetched, builtIn)
    expect(data).toEqual(builtIn)
    expect({ count, fetchedAt }).toEqual({ count: 88, fetchedAt: null })
    expect(stats).toMatchObject({ total: 88, open: 88, closed: 0, isMockData: true, closedResources: [] })
    expect(stats.openResources).toEqual(builtIn.slice(0, 10))
  })
})
