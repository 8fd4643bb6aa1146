import { beforeAll, describe, expect, test } from 'vitest'
import { type ChallengeReport, checkChallenges } from './check-challenges.ts'

const folder = new URL('../../../../services/questions/content/', import.meta.url)

describe('the shipped challenges', () => {
  let report: ChallengeReport
  beforeAll(async () => {
    report = await checkChallenges(folder)
  }, 360_000)

  test('have tests that tell right from wrong', () => {
    expect(report.faults).toEqual([])
  })

  test('say what their tests want, and lead towards the solution', () => {
    for (const { id, hints, explanation, description, testCases, tags } of report.challenges) {
      expect(hints.length, id).toBeGreaterThanOrEqual(2)
      expect(explanation.length, id).toBeGreaterThan(150)
      expect(description.length, id).toBeGreaterThan(150)
      expect(tags.length, id).toBeGreaterThanOrEqual(1)
      expect(new Set(testCases.map((one) => one.id)).size, id).toBe(testCases.length)
      for (const { name } of testCases) expect(name, id).toMatch(/^\p{Lu}.{8,}/u)
    }
  })
})
