import { randomUUID } from 'node:crypto'
import type { CustomPlan } from '@rehearse/contracts'
import { expect, test } from 'vitest'
import {
  decidePlanCommand,
  type PlanCommand,
  type PlanState,
  type StatedPlan,
  toPlanProgress,
} from './plan-view.ts'

const section = (id: string, category: string, weight: number) => ({
  id,
  name: id,
  category,
  questions: [],
  weight,
  order: 0,
})
const stated: CustomPlan = {
  name: 'Three days',
  description: '',
  duration: 3,
  difficulty: 'Intermediate',
  totalQuestions: 12,
  estimatedTime: 'an hour a day',
  sections: [section('first', 'CSS', 1), section('second', 'CSS', 1), section('third', 'HTML', 2)],
}
const plan: StatedPlan = { planId: 'mine', origin: 'own', stated }
const started = { startedAt: new Date('2026-11-01T10:00:00Z'), startedOn: '2026-11-01', pauses: [] }

test('shows all targets and no progress before its start', () => {
  const view = toPlanProgress(plan, undefined, [], '2026-11-01')
  expect(view).toMatchObject({ state: 'not-started', currentDay: null, questionsCompleted: 0, progress: 0 })
  expect(view.days.map(({ target, done }) => [target, done])).toEqual([
    [4, 0],
    [4, 0],
    [4, 0],
  ])
})

test('counts answers on their day, late ones on the last day, and fills the sections of a category in order', () => {
  const view = toPlanProgress(
    plan,
    started,
    [
      { day: '2026-11-01', category: 'CSS', answered: 4, correct: 3 },
      { day: '2026-11-09', category: 'css', answered: 1, correct: 1 },
      { day: '2026-11-09', category: 'React', answered: 1, correct: 0 },
    ],
    '2026-11-09',
  )
  expect(view).toMatchObject({ currentDay: 3, questionsCompleted: 6, correctAnswers: 4, progress: 50 })
  expect(view.days.map(({ done }) => done)).toEqual([4, 0, 2])
  expect(view.sections.map(({ target, done, correct }) => [target, done, correct])).toEqual([
    [3, 3, 3],
    [3, 2, 1],
    [6, 0, 0],
  ])
})

test('never exceeds 100 percent', () => {
  const many = [{ day: '2026-11-01', category: 'CSS', answered: 50, correct: 50 }]
  expect(toPlanProgress(plan, started, many, '2026-11-01').progress).toBe(100)
})

const moment = { learnerId: 'ada', planId: 'two-day', timeZone: 'UTC', at: '2026-11-21T12:00:00.000Z' }
const command = (what: PlanCommand, state: PlanState) =>
  decidePlanCommand(what, state, moment, { totalQuestions: 150 }, randomUUID())

test.each<[PlanCommand, PlanState, string[]]>([
  ['start', 'not-started', ['PlanStarted']],
  ['start', 'paused', ['PlanStarted']],
  ['start', 'running', []],
  ['pause', 'running', ['PlanPaused']],
  ['pause', 'paused', []],
  ['reset', 'running', ['PlanReset']],
  ['reset', 'paused', ['PlanReset']],
])('the command to %s a plan that is %s gives %j', (what, state, types) => {
  expect(command(what, state).map(({ type }) => type)).toEqual(types)
})

test.each<PlanCommand>(['pause', 'reset'])('rejects a %s of a plan that was not started', (what) => {
  expect(() => command(what, 'not-started')).toThrow(expect.objectContaining({ code: 'plan_not_started' }))
})
