import { describe, expect, test } from 'vitest'
import { evaluate, readObjective } from './objectives.ts'
import { Recorder } from './recorder.ts'

/** A hundred responses of 1 to 100 ms, ten of them in their own step, and two rejections. */
function recording() {
  const recorder = new Recorder(1)
  for (let n = 1; n <= 100; n += 1) {
    recorder.journeyBegun()
    recorder.sent()
    const step = n % 10 === 0 ? 'answer' : 'dashboard'
    recorder.timed({ step, outcome: 'answered', status: 200, latency: n, lag: 0 })
    recorder.journeyCompleted()
  }
  for (const outcome of ['limited', 'failed'] as const) {
    recorder.journeyBegun()
    recorder.sent()
    recorder.timed({ step: 'answer', outcome, status: 500, latency: 0.1, lag: 0 })
    recorder.journeyBrokenOff(`answer: ${outcome}`)
  }
  recorder.endMoment(1)
  return recorder.recording(2)
}

describe('an objective', () => {
  test.each([
    ['p99<300ms', true],
    ['p99<90ms', false],
    ['p50<=51ms', true],
    ['answer:p50<40ms', false],
    ['answer:max<=101ms', true],
    ['max<1s', true],
    ['mean<51ms', true],
    ['errors<1%', false],
    ['errors<2%', true],
    ['answer:errors>16%', true],
    ['completed>99%', false],
    ['completed>=98%', true],
    ['throughput>49', true],
    ['throughput >= 51', false],
  ])('%s is checked against the measurements: %s', (text, holds) => {
    expect(evaluate(readObjective(text), recording()).holds).toBe(holds)
  })

  test('is missed if nothing was measured', () => {
    const rating = evaluate(readObjective('sign-in:p99<300ms'), recording())
    expect(rating).toMatchObject({ holds: false, printed: 'nothing measured' })
  })

  test.each(['p99', 'p98<3ms', 'p99<300', 'errors<1', 'fast', 'answer:throughput>3', 'p99<1 parsec', ''])(
    '%s is rejected',
    (text) => {
      expect(() => readObjective(text)).toThrow(/objective|percentiles|bound|whole run/)
    },
  )
})

test('a fast rejection is an error, not a fast response', () => {
  const { latencies, outcomes, steps } = recording()
  expect(latencies.count).toBe(100)
  expect(latencies.min).toBeGreaterThanOrEqual(1)
  expect(outcomes).toMatchObject({ answered: 100, limited: 1, failed: 1 })
  expect(steps.find(({ step }) => step === 'answer')?.latencies.count).toBe(10)
})

test('a timeout counts with the time it took', () => {
  const recorder = new Recorder(1)
  recorder.sent()
  recorder.timed({ step: 'answer', outcome: 'timed-out', status: null, latency: 10_000, lag: 0 })
  const { latencies, outcomes } = recorder.recording(1)
  expect(latencies.max).toBeGreaterThan(9_900)
  expect(outcomes['timed-out']).toBe(1)
})
