import { expect, test } from 'vitest'
import type { ItemStats } from './queries.ts'
import { inOrder, toReports } from './routes.ts'

const item = (questionId: string, part: Partial<ItemStats> = {}): ItemStats => ({
  questionId,
  version: 1,
  newestVersion: 1,
  title: questionId,
  optionCount: 4,
  rightCount: 1,
  n: 30,
  facility: 0.6,
  discrimination: 0.4,
  medianTime: 12,
  ...part,
})

test('reports problems of the newest version with statistics, compared with the one before', () => {
  const [report, ...others] = toReports([
    item('a', { version: 3, newestVersion: 4, discrimination: 0.2 }),
    item('a', { version: 1, newestVersion: 4, discrimination: 0.31 }),
  ])
  expect(others).toEqual([])
  expect(report).toMatchObject({
    version: 3,
    newestVersion: 4,
    problems: ['worse-after-edit'],
    before: { version: 1, discrimination: 0.31 },
  })
})

test.each([
  ['nothing', {}, []],
  ['a negative discrimination', { discrimination: -0.01 }, ['negative-discrimination']],
  ['a weak discrimination', { discrimination: 0.09 }, ['weak-discrimination']],
  ['no discrimination', { discrimination: null }, []],
  ['a facility below chance', { facility: 0.24 }, ['below-chance']],
  ['a facility at chance', { facility: 0.25 }, []],
  ['chance with several correct options', { facility: 0.1, rightCount: 2 }, []],
])('reports the problem: %s', (_name, figures, problems) => {
  expect(toReports([item('a', figures)])[0]?.problems).toEqual(problems)
})

test('sorts the hardest questions by facility, and problem questions by severity', () => {
  const reports = toReports([
    item('weak', { discrimination: 0.05, facility: 0.9 }),
    item('fine', { facility: 0.3 }),
    item('negative', { discrimination: -0.3 }),
    item('worse', { version: 2, discrimination: 0.2, facility: 0.8 }),
    item('worse', { version: 1, discrimination: 0.5 }),
  ])
  const names = (order: 'hardest' | 'broken') => inOrder(reports, order).map(({ questionId }) => questionId)
  expect(names('hardest')).toEqual(['fine', 'negative', 'worse', 'weak'])
  expect(names('broken')).toEqual(['negative', 'worse', 'weak'])
})
