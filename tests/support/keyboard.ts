import type { Locator, Page } from 'playwright-core'

const stops = 'a, button, input, select, textarea, summary, iframe, [tabindex], [contenteditable]'

/**
 * Presses Tab, or Shift+Tab, until the element has the focus, as someone without a mouse does. A code editor keeps Tab
 * for itself until Escape is pressed.
 * @throws if the keys don't get there
 */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.waitFor()
  // Once around, whatever the page holds: a challenge whose tests fail has hundreds of stops.
  const most = 2 * (await page.locator(stops).count()) + 50
  for (let presses = 0; presses < most; presses += 1) {
    if (await target.evaluate((element) => element.matches(':focus'))) return
    // An editor waits two seconds for the Tab after Escape, so a slow machine must get both at once.
    await Promise.all([page.keyboard.press('Escape'), page.keyboard.press(key)])
  }
  throw new Error(`${key} never reaches ${target}`)
}

/** The label of the code editor that has the focus, inside its shadow root; else null. */
export const focusedEditor = (page: Page): Promise<string | null> =>
  page.evaluate<string | null>(
    "document.activeElement.shadowRoot?.activeElement?.getAttribute('aria-label') ?? null",
  )
