import { describe, test } from 'vitest'
import { openAdminPage } from '../support/admin-browser.ts'
import { expectFits } from '../support/browser.ts'

const viewports = { 1440: 900, 720: 450, 390: 844, 320: 640 }
const pages = [
  '/admin/dashboard',
  '/admin/reports',
  '/admin/reports/questions',
  '/admin/reports/coverage',
  '/admin/reports/reported',
  '/admin/users',
  '/admin/users/admins',
  '/admin/settings',
]

describe.each([
  ['dark', 'en', 'ltr'],
  ['light', 'en', 'ltr'],
  ['dark', 'ar', 'rtl'],
  ['light', 'ar', 'rtl'],
] as const)('%s, %s', (theme, language, direction) => {
  test.each(pages)('%s breaks no accessibility rule at any size', async (path) => {
    const page = await openAdminPage(path, undefined, { kept: { theme, language, direction } })
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.waitForLoadState('networkidle')
    for (const [width, height] of Object.entries(viewports)) {
      await page.setViewportSize({ width: Number(width), height })
      await expectFits(page, `${path} at ${width} px`)
    }
  })
})
