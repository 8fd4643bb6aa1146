import { describe, expect, test } from 'vitest'
import { expectAccessible, openPage } from '../support/browser.ts'

const pages = [
  '/',
  '/learning-paths',
  '/progress',
  '/flashcards',
  '/study-plans',
  '/study-plans/three-day',
  '/preparation-guides',
  '/preparation-guides/css',
  '/articles',
  '/articles/microtasks-before-tasks',
  '/cheatsheet',
  '/resources',
  '/jobs',
  '/ai-mock-interview',
  '/certificates',
  '/certificates/none',
  '/welcome',
  '/tutorials',
  '/questions',
  '/questions?mode=mock',
  '/questions?mode=review',
  '/questions/user-interface',
  '/practice',
  '/coding',
  '/coding/css-grid-gallery',
  '/dashboard',
  '/auth',
  '/auth/erase-account',
  '/settings',
  '/admin/login',
  '/nowhere',
]
const phone = { width: 320, height: 640 }
const desktop = { width: 1440, height: 900 }

describe.each([
  ['desktop', 'dark', 'ltr', desktop],
  ['phone', 'light', 'rtl', phone],
] as const)('on a %s, %s, %s', (_device, theme, direction, viewport) => {
  test.each(pages)('%s breaks no accessibility rule and never scrolls sideways', async (path) => {
    const page = await openPage(path, { viewport, kept: { theme, direction } })
    await page.waitForLoadState('networkidle')
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await expectAccessible(page)
    const root = page.locator('html')
    expect(await root.getAttribute('data-theme')).toBe(theme)
    expect(await root.getAttribute('dir')).toBe(direction)
    const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
    expect(overflow).toBeLessThanOrEqual(0)
  })
})
