import { expect, test } from 'vitest'
import { checkLibrary } from './check-library.ts'

const folder = new URL('../../services/questions/content/', import.meta.url)

test('the claims of shipped guides, articles and cheat sheets hold, and most articles have code that runs', {
  timeout: 360_000,
}, async () => {
  const report = await checkLibrary(folder)
  expect(report.problems).toEqual([])
  const guides = report.rows.filter(({ kind }) => kind === 'guide')
  expect(guides.filter(({ minutes }) => minutes < 25 || minutes > 60)).toEqual([])
  const articles = report.rows.filter(({ kind }) => kind === 'article')
  expect(articles.length).toBeGreaterThanOrEqual(12)
  expect(articles.filter(({ run }) => run > 0).length).toBeGreaterThan(articles.length * 0.7)
})
