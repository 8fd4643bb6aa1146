import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { movePlan, type PlanMove, type PlanState } from './plan-moves.ts'

const moment = { learnerId: 'ada', planId: 'two-day', timeZone: 'UTC', at: '2026-11-21T12:00:00.000Z' }
const move = (what: PlanMove, state: PlanState) =>
  movePlan(what, state, moment, { totalQuestions: 150 }, randomUUID())

test.each<[PlanMove, PlanState, string[]]>([
  ['start', 'not-started', ['PlanStarted']],
  ['start', 'paused', ['PlanStarted']],
  ['start', 'running', []],
  ['pause', 'running', ['PlanPaused']],
  ['pause', 'paused', []],
  ['reset', 'running', ['PlanReset']],
  ['reset', 'paused', ['PlanReset']],
])('to %s a plan that is %s: %j', (what, state, types) => {
  expect(move(what, state).map(({ type }) => type)).toEqual(types)
})

test.each<PlanMove>(['pause', 'reset'])('to %s a plan that was not started is refused', (what) => {
  expect(() => move(what, 'not-started')).toThrow(expect.objectContaining({ code: 'plan_not_started' }))
})
