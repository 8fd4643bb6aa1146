import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectFits, openPage } from '../support/browser.ts'
import { practiceOfOne } from '../support/questions.ts'

const inArabic = { language: 'ar', direction: 'rtl' }

/** All questions of this category contain code. */
const path = '/questions?learningPath=interview-questions&category=css'

test.each([
  ['dark', 1440],
  ['light', 390],
] as const)('Arabic runs from right to left around code that does not: %s, %i px', async (theme, width) => {
  const page = await openPage(path, {
    kept: { ...inArabic, theme },
    viewport: { width, height: 900 },
  })
  await page.locator('main pre').first().waitFor()
  await expectTextDirections(page)
  await page.keyboard.press('1')
  await page.keyboard.press('Enter')
  await page.locator('main a[href^="https://developer.mozilla.org/"]').first().waitFor()
  await expectTextDirections(page)
  await expectFits(page, `an Arabic question at ${width} px`)
})

async function expectTextDirections(page: Page): Promise<void> {
  const title = page.getByRole('heading', { level: 1 }).first()
  expect(await title.textContent()).toMatch(/\p{Script=Arabic}/u)
  expect(await directionsOf(page, 'main h1')).toEqual(['rtl'])
  expect(await directionsOf(page, 'main pre, main code')).toEqual(['ltr'])
}

/** The distinct directions of all matching elements. */
const directionsOf = (page: Page, selector: string): Promise<string[]> =>
  page.evaluate<string[]>(
    `[...new Set([...document.querySelectorAll('${selector}')].map((one) => getComputedStyle(one).direction))]`,
  )

test('English text begins where an Arabic page begins', async () => {
  const page = await openPage(await practiceOfOne({ content: 'Which of these is a block element?' }), {
    kept: inArabic,
    viewport: { width: 1440, height: 900 },
  })
  const text = page.getByText('Which of these is a block element?')
  const [line, title] = [await text.boundingBox(), await page.locator('main h1').boundingBox()]
  if (!line || !title) throw new Error('not shown')
  expect(line.x + line.width).toBeCloseTo(title.x + title.width, 0)
})
