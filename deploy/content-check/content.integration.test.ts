import { expect, test } from 'vitest'
import { checkContent } from './check-content.ts'

const folder = new URL('../../services/questions/content/questions/', import.meta.url)

// Runs what changed since `npm run content:check` last verified it; `npm run test:deep` runs everything.
test('the keys of shipped questions match their outcomes, and nearly all questions with code are run', async () => {
  const report = await checkContent(folder, undefined, '', process.env.CONTENT !== 'all')
  expect(report.problems).toEqual([])
  const states = Map.groupBy(report.findings, ({ state }) => state)
  expect(states.get('unchecked') ?? []).toEqual([])
  expect(states.get('proven')?.length ?? 0).toBeGreaterThanOrEqual(500)
  expect(states.get('excused')?.length ?? 0).toBeLessThan((states.get('proven')?.length ?? 0) / 3)
})
