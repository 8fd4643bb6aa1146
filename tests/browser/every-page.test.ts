import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { openAdminPage } from '../support/admin-browser.ts'
import { expectFits, openPage } from '../support/browser.ts'
import { type Learner, newLearner } from '../support/client.ts'
import { expectTextsFit } from '../support/every-size.ts'
import { learnerPages } from '../support/learner-pages.ts'
import { newQuestion, saveAnswer } from '../support/questions.ts'

const pages = [...learnerPages, '/admin/login']
const phone = { width: 320, height: 640 }
const desktop = { width: 1440, height: 900 }

// Each page in one look here; tests/deep/page-matrix.test.ts has all looks.
describe.each([
  ['desktop', 'dark', 'ltr', desktop, 0],
  ['phone', 'light', 'rtl', phone, 1],
] as const)('on a %s, %s, %s', (_device, theme, direction, viewport, turn) => {
  let page: Page
  beforeAll(async () => {
    page = await openPage('/favicon.svg', { viewport, kept: { theme, direction }, stays: true })
  })
  test.each(pages.filter((_page, at) => at % 2 === turn))(
    '%s breaks no accessibility rule and never scrolls sideways',
    async (path) => {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await expectFits(page, path)
      const root = page.locator('html')
      expect(await root.getAttribute('data-theme')).toBe(theme)
      expect(await root.getAttribute('dir')).toBe(direction)
    },
  )
})

const ROW_MAX = 72

describe('with answers, a plan and a bookmark', () => {
  let learner: Learner
  beforeAll(async () => {
    learner = await newLearner()
    const question = await newQuestion()
    await saveAnswer(learner.call, question)
    await saveAnswer(learner.call, await newQuestion(), { right: false })
    await learner.call(`/api/progress/bookmarks/${question.id}`, { method: 'PUT' })
    await learner.call('/api/progress/plans/three-day/start', { body: { timeZone: 'Europe/Berlin' } })
  })

  /** Made for scanning: title, a line of description, and facts. */
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
  test('on a desktop no row of a list is higher than 72 px', async () => {
    const viewport = { width: 1440, height: 900 }
    const page = await openPage('/favicon.svg', { as: learner, viewport })
    const tooHigh: string[] = []
    for (const path of lists) {
      await page.goto(path)
      const rows = page.locator('main .plain-list > li:visible')
      await rows.first().waitFor()
      await page.waitForLoadState('networkidle')
      const heights = await rows.evaluateAll((all) =>
        all.map((row) => [row.getBoundingClientRect().height, row.textContent] as const),
      )
      expect(heights.length, path).toBeGreaterThan(0)
      tooHigh.push(
        ...heights
          .filter(([height]) => height > ROW_MAX)
          .map(([height, text]) => `${path}: ${height} px, ${text?.slice(0, 40)}`),
      )
    }
    expect(tooHigh).toEqual([])
  })

  test.each([
    ['en', 'ltr'],
    ['ar', 'rtl'],
  ])('labels of charts fit at every width: %s', async (language, direction) => {
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
        await figures
          .nth(charts - 1)
          .waitFor({ timeout: 10_000 })
          .catch(() => undefined)
        return figures.count()
      }
      await expect.poll(count, { message: path }).toBe(charts)
      await expectTextsFit(at, 'main figure', path)
    }
  })
})
