import { expect, test } from 'vitest'
import { checkContent } from './check-content.ts'

const folder = new URL('../../services/questions/content/questions/', import.meta.url)

test('the shipped questions have the key that comes out when they are run, and are run wherever they show code, but for a few', {
  timeout: 360_000,
}, async () => {
  const report = await checkContent(folder)
  expect(report.faults).toEqual([])
  const states = Map.groupBy(report.findings, ({ state }) => state)
  expect(states.get('unchecked') ?? []).toEqual([])
  expect(states.get('proven')?.length ?? 0).toBeGreaterThanOrEqual(250)
  expect(states.get('excused')?.length ?? 0).toBeLessThan((states.get('proven')?.length ?? 0) / 3)
})
