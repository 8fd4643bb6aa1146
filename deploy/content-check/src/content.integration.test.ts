import { beforeAll, describe, expect, test } from 'vitest'
import { type ContentReport, checkContent } from './check-content.ts'

const folder = new URL('../../../services/questions/content/questions/', import.meta.url)

describe('the shipped questions', () => {
  let report: ContentReport
  beforeAll(async () => {
    report = await checkContent(folder)
  }, 240_000)

  test('have the key that comes out when they are run', () => {
    expect(report.faults).toEqual([])
  })

  test('are run wherever they show code, but for a few', () => {
    const states = Map.groupBy(report.findings, ({ state }) => state)
    expect(states.get('unchecked') ?? []).toEqual([])
    expect(states.get('excused')?.length ?? 0).toBeLessThan((states.get('proven')?.length ?? 0) / 3)
  })
})
