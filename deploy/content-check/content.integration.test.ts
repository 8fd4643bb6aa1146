import { expect, test } from 'vitest'
import { checkContent } from './check-content.ts'

const folder = new URL('../../services/questions/content/questions/', import.meta.url)

// What has changed since `npm run content:check` verified it is run here; all of it in `npm run test:deep`.
test('the shipped questions have the key that comes out when they are run, and are run wherever they show code, but for a few', {
  timeout: 360_000,
}, async () => {
  const report = await checkContent(folder, undefined, '', process.env.CONTENT !== 'all')
  expect(report.problems).toEqual([])
  const states = Map.groupBy(report.findings, ({ state }) => state)
  expect(states.get('unchecked') ?? []).toEqual([])
  expect(states.get('proven')?.length ?? 0).toBeGreaterThanOrEqual(250)
  expect(states.get('excused')?.length ?? 0).toBeLessThan((states.get('proven')?.length ?? 0) / 3)
})
