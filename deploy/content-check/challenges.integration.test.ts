import { expect, test } from 'vitest'
import { checkChallenges } from './check-challenges.ts'
import { mutationSummary } from './check-mutants.ts'

const which = process.env.CONTENT === 'all' ? 'all' : 'changed'
const folder = new URL('../../services/questions/content/', import.meta.url)

test('the tests of shipped challenges accept solutions, reject mistakes, and name what is missing', async () => {
  const report = await checkChallenges(folder, { runs: which, mutants: which })
  process.stdout.write(`${mutationSummary(report.mutations)}\n`)
  expect(report.problems).toEqual([])
  for (const { id, hints, explanation, description, testCases, tags } of report.challenges) {
    expect(hints.length, id).toBeGreaterThanOrEqual(2)
    expect(explanation.length, id).toBeGreaterThan(150)
    expect(description.length, id).toBeGreaterThan(150)
    expect(tags.length, id).toBeGreaterThanOrEqual(1)
    expect(new Set(testCases.map((one) => one.id)).size, id).toBe(testCases.length)
    for (const { name } of testCases) expect(name, id).toMatch(/^\p{Lu}.{8,}/u)
  }
})
