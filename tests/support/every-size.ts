import type { Page } from 'playwright-core'
import { expectAccessible, expectNoSidewaysScroll } from './browser.ts'

/** A desktop, the same at 200 % zoom, which halves its size, and phones. */
const sizes = { 1440: 900, 720: 450, 390: 844, 320: 640 }

/** On both sides of all our breakpoints: axe results differ between layouts, not between widths. */
const layouts: ReadonlySet<string> = new Set(['1440', '390'])

/** Checks a page at all sizes. Console errors fail it too: see `openPage`. */
export async function expectEverySizeFits(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('networkidle')
  for (const [width, height] of Object.entries(sizes)) {
    const where = `${path} at ${width} px`
    await page.setViewportSize({ width: Number(width), height })
    if (layouts.has(width)) await expectAccessible(page, where)
    await expectNoSidewaysScroll(page, where)
  }
}
