import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { openAdminPage } from '../support/admin-browser.ts'
import { expectFits, openPage, phone } from '../support/browser.ts'
import { type Learner, newLearner } from '../support/client.ts'
import { someOf } from '../support/depth.ts'
import { expectTextsFit } from '../support/every-size.ts'
import { learnerPages } from '../support/learner-pages.ts'
import { newQuestion, saveAnswer } from '../support/questions.ts'

/** Made for scanning: each row has a title, a line of description, and facts. */
const lists = [
  '/dashboard',
  '/practice',
  '/learning-paths',
  '/questions/all',
  '/questions/lists',
  '/questions/lists/top-75',
  '/questions/user-interface',
  '/questions/javascript',
  '/study-plans',
  '/bookmarks',
  '/coding',
  '/preparation-guides',
  '/articles',
  '/cheatsheet',
  '/resources',
]
const others = [...learnerPages, '/admin/login'].filter((path) => !lists.includes(path))
/** Pixels. */
const ROW_MAX = 72

let learner: Learner
beforeAll(async () => {
  learner = await newLearner()
  const question = await newQuestion()
  await saveAnswer(learner.call, question)
  await saveAnswer(learner.call, await newQuestion(), { right: false })
  await learner.call(`/api/progress/bookmarks/${question.id}`, { method: 'PUT' })
  await learner.call('/api/progress/plans/three-day/start', { body: { timeZone: 'Europe/Berlin' } })
})

async function expectLook(page: Page, path: string, theme: string, direction: string): Promise<void> {
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await expectFits(page, path)
  const root = page.locator('html')
  await expect.poll(() => root.getAttribute('data-theme')).toBe(theme)
  await expect.poll(() => root.getAttribute('dir')).toBe(direction)
}

// Each page in one look here; tests/deep/page-matrix.test.ts has all looks.
describe('a list of a learner with answers, a plan and a bookmark, on a dark desktop', () => {
  let page: Page
  beforeAll(async () => {
    const viewport = { width: 1440, height: 900 }
    page = await openPage('/favicon.svg', { viewport, kept: { theme: 'dark' }, as: learner, stays: true })
  })
  test.each(lists)('%s is accessible, never scrolls sideways, and has no row above 72 px', async (path) => {
    await expectLook(page, path, 'dark', 'ltr')
    const rows = page.locator('main .plain-list > li:visible')
    await rows.first().waitFor()
    const heights = await rows.evaluateAll((all) =>
      all.map((row) => [row.getBoundingClientRect().height, row.textContent?.slice(0, 40)] as const),
    )
    expect(heights.filter(([height]) => height > ROW_MAX)).toEqual([])
  })
})

describe('for a visitor, on a phone, from right to left', () => {
  let page: Page
  beforeAll(async () => {
    page = await openPage('/favicon.svg', { ...phone, stays: true })
  })
  test.each(others)('%s is accessible, and never scrolls sideways', (path) =>
    expectLook(page, path, 'light', 'rtl'),
  )
})

test.each(
  someOf([
    ['ar', 'rtl'],
    ['en', 'ltr'],
  ]),
)('labels of charts fit at every width: %s', async (language, direction) => {
  const kept = { language, direction }
  const page = await openPage('/favicon.svg', { kept, as: learner })
  const admin = await openAdminPage('/favicon.svg', undefined, { kept })
  for (const [at, path, charts] of [
    [page, '/progress', 1],
    [page, '/progress?view=activity', 5],
    [admin, '/admin/reports', 4],
    [admin, '/admin/reports/predictions', 1],
    [admin, '/admin/reports/coverage', 1],
  ] as const) {
    const figures = at.locator('main figure')
    // The reports follow the learner's plan a moment later.
    const count = async () => {
      await at.goto(path)
      await at.waitForLoadState('networkidle')
      return figures.count()
    }
    await expect.poll(count, { message: path }).toBe(charts)
    await expectTextsFit(at, 'main figure', path)
  }
})
