import type { Page } from 'playwright-core'
import { expectAccessible, expectNoSidewaysScroll } from './browser.ts'

/** A desktop, that desktop with its page at 200 %, which leaves room for half as much, and phones. */
const sizes = { 1440: 900, 720: 450, 390: 844, 320: 640 }

/** On either side of all our breakpoints: what axe judges differs between layouts, not between widths. */
const layouts: ReadonlySet<string> = new Set(['1440', '390'])

/** Goes to a page and looks at it at all sizes. One that complains to the console fails too: see `openPage`. */
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
