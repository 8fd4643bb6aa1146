import type { PlanProgress } from '@rehearse/contracts'
import { expect, test } from 'vitest'
import { nextThemes, themesByDay } from './plan-days.ts'

const section = (id: string, target: number, done = 0) => ({
  ...{ id, name: id.toUpperCase(), category: id, target, done },
  correct: 0,
})
const plan = (part: Partial<PlanProgress>) => ({ document: null, currentDay: null, ...part }) as PlanProgress
const days = [1, 2].map((day) => ({ day, target: 75, done: 0, correct: 0 }))
const sections = [section('html', 25), section('css', 50), section('javascript', 75)]
const names = (part: Partial<PlanProgress>) =>
  [...themesByDay(plan(part))].map(([day, themes]) => [day, themes.map(({ id, share }) => `${id} ${share}`)])

test('each day has the next sections of the plan', () => {
  expect(names({ days, sections })).toEqual([
    [1, ['html 25', 'css 50']],
    [2, ['javascript 75']],
  ])
})

test('what is left of today comes first, then the days after it', () => {
  const begun = [{ ...(days[0] as (typeof days)[number]), done: 70 }, ...days.slice(1)]
  const open = [section('html', 25, 25), section('css', 50, 45), section('javascript', 75)]
  expect(names({ days: begun, sections: open, currentDay: 1 })).toEqual([
    [1, ['css 5']],
    [2, ['javascript 75']],
  ])
})

test('a learner who is behind continues where they stopped', () => {
  expect(names({ days, sections, currentDay: 2 })).toEqual([[2, ['html 25', 'css 50']]])
})

test('more answers than a section asks for take nothing from the others', () => {
  expect(nextThemes({ sections: [section('html', 5, 9), section('css', 5)] }, 4)).toMatchObject([
    { id: 'css', share: 4 },
  ])
})

test('a custom plan mixes its sections', () => {
  expect(themesByDay(plan({ days, sections, document: {} as PlanProgress['document'] })).size).toBe(0)
})
