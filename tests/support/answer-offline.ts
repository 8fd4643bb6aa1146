import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Answers the next question with options while there is no network, and continues. @returns its title */
export async function answerOffline(page: Page): Promise<string> {
  const heading = page.getByRole('heading', { level: 1 })
  const open = page.getByRole('textbox', { name: /^Your answer/ })
  const option = page
    .getByRole('article')
    .getByRole('radio')
    .or(page.getByRole('article').getByRole('checkbox'))
  await option.or(open).first().waitFor()
  while (await open.isVisible()) {
    const skipped = await heading.textContent()
    await page.keyboard.press('n')
    await expect.poll(() => heading.textContent()).not.toBe(skipped)
    await option.or(open).first().waitFor()
  }
  const title = (await heading.textContent()) ?? ''
  await page.keyboard.press('1')
  await page.keyboard.press('Enter')
  const saved = page.getByText('This answer is saved on your device')
  await saved.waitFor()
  await page.keyboard.press('Enter')
  await saved.waitFor({ state: 'detached' })
  return title
}
