import { expect, test } from 'vitest'
import { dayIn, placeOf, problemsOf } from './interview-date.rules.ts'

const filled = { date: '2026-03-20', learningPaths: ['react'], minutesPerDay: '30' }
const today = '2026-03-10'

test('a filled form without errors', () => {
  expect(problemsOf(filled, today)).toEqual({})
  expect(problemsOf({ ...filled, date: '2026-03-11', minutesPerDay: '5' }, today)).toEqual({})
  expect(problemsOf({ ...filled, date: '2027-03-10', minutesPerDay: '240' }, today)).toEqual({})
})

test.each([
  [{ date: '' }, { date: 'date' }],
  [{ date: '20 March' }, { date: 'date' }],
  [{ date: '2026-03-10' }, { date: 'past' }],
  [{ date: '2020-01-01' }, { date: 'past' }],
  [{ date: '2027-03-11' }, { date: 'far' }],
  [{ learningPaths: [] }, { learningPaths: 'paths' }],
  [{ minutesPerDay: '' }, { minutesPerDay: 'minutes' }],
  [{ minutesPerDay: '4' }, { minutesPerDay: 'minutes' }],
  [{ minutesPerDay: '241' }, { minutesPerDay: 'minutes' }],
  [{ minutesPerDay: '30.5' }, { minutesPerDay: 'minutes' }],
])('%j is reported at its field', (part, problems) => {
  expect(problemsOf({ ...filled, ...part }, today)).toEqual(problems)
})

test('today is the day in the chosen time zone', () => {
  const at = new Date('2026-03-10T23:30:00Z')
  expect(dayIn('America/New_York', at)).toBe('2026-03-10')
  expect(dayIn('Asia/Tokyo', at)).toBe('2026-03-11')
})

test('a result lies below, within or above the range of its forecast', () => {
  const range = { low: 0.7, high: 0.86 }
  expect([0.69, 0.7, 0.74, 0.86, 0.9].map((share) => placeOf(share, range))).toEqual([
    'below',
    'within',
    'within',
    'within',
    'above',
  ])
})
