import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectFits, openPage } from '../support/browser.ts'
import { learnerPages } from '../support/learner-pages.ts'

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
