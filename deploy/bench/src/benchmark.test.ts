import { describe, expect, test } from 'vitest'
import { measure, timing } from './benchmark.ts'

describe('timing', () => {
  test('returns the median and the 95th percentile', () => {
    expect(timing(Array.from({ length: 100 }, (_, index) => 100 - index))).toEqual({
      p50: 50,
      p95: 95,
      times: 100,
    })
    expect(timing([7])).toEqual({ p50: 7, p95: 7, times: 1 })
  })
})

describe('measure', () => {
  test('runs cases in turn, and skips the first round', async () => {
    const ran: string[] = []
    const cases = ['a', 'b'].map((name) => ({
      name,
      run: async (turn: number) => ran.push(`${name}${turn}`),
    }))
    const timings = await measure(cases, { rounds: 2, repeats: 2, say: () => {} })
    expect(ran.join(' ')).toBe('a0 a1 b0 b1 a2 a3 b2 b3 a4 a5 b4 b5')
    expect(timings.get('a')?.times).toBe(4)
  })
})
