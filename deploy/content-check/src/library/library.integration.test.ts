import { beforeAll, expect, test } from 'vitest'
import { checkLibrary, type LibraryReport } from './check-library.ts'

const folder = new URL('../../../../services/questions/content/', import.meta.url)

let report: LibraryReport
beforeAll(async () => {
  report = await checkLibrary(folder)
}, 240_000)

test('the shipped guides, articles and cheat sheets keep what they say', () => {
  expect(report.faults).toEqual([])
})

test('most articles have code that was run', () => {
  const articles = report.rows.filter(({ kind }) => kind === 'article')
  expect(articles.length).toBeGreaterThanOrEqual(12)
  expect(articles.filter(({ run }) => run > 0).length).toBeGreaterThan(articles.length * 0.7)
})
