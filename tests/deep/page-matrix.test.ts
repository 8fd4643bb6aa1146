import type { Page } from 'playwright-core'
import { beforeAll, describe, test } from 'vitest'
import { expectFits, openPage } from '../support/browser.ts'
import { type Learner, newLearner } from '../support/client.ts'
import { learnerPages, rarePages } from '../support/learner-pages.ts'
import { newQuestion, saveAnswer } from '../support/questions.ts'

/** Phones, a desktop, and that desktop with its page at 200 %, which leaves room for half as much. */
const viewports = { 1440: 900, 720: 450, 390: 844, 320: 640 }

let learner: Learner
beforeAll(async () => {
  learner = await newLearner()
  // So that figures, plots and lists have something in them.
  for (const right of [true, false, true]) await saveAnswer(learner.call, await newQuestion(), { right })
  await learner.call('/api/progress/plans/three-day/start', { body: { timeZone: 'Europe/Berlin' } })
})

describe.each([
  ['dark', 'en', 'ltr'],
  ['light', 'en', 'ltr'],
  ['dark', 'ar', 'rtl'],
  ['light', 'ar', 'rtl'],
] as const)('for a learner, %s, %s', (theme, language, direction) => {
  const kept = { theme, language, direction }
  test.each([...learnerPages, ...rarePages])('%s', async (path) => {
    const page = await openPage(path, { kept, as: learner, deviceScaleFactor: 2 })
    await expectEverySizeFits(page, path)
  })
})

describe.each([
  ['dark', 'en', 'ltr'],
  ['light', 'ar', 'rtl'],
] as const)('for a visitor, %s, %s', (theme, language, direction) => {
  test.each(learnerPages)('%s', async (path) => {
    await expectEverySizeFits(await openPage(path, { kept: { theme, language, direction } }), path)
  })
})

/** A page that complains to the console fails too: see `openPage`. */
async function expectEverySizeFits(page: Page, path: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  for (const [width, height] of Object.entries(viewports)) {
    await page.setViewportSize({ width: Number(width), height })
    await expectFits(page, `${path} at ${width} px`)
  }
}
