import type { Page } from 'playwright-core'
import { beforeAll, describe, test } from 'vitest'
import { openPage } from '../support/browser.ts'
import { type Learner, newLearner } from '../support/client.ts'
import { expectEverySizeFits } from '../support/every-size.ts'
import { learnerPages, rarePages } from '../support/learner-pages.ts'
import { newQuestion, saveAnswer } from '../support/questions.ts'

let learner: Learner
beforeAll(async () => {
  learner = await newLearner()
  // So that stats, plots and lists aren't empty.
  for (const right of [true, false, true]) await saveAnswer(learner.call, await newQuestion(), { right })
  await learner.call('/api/progress/plans/three-day/start', { body: { timeZone: 'Europe/Berlin' } })
})

let page: Page

describe.each([
  ['dark', 'en', 'ltr'],
  ['light', 'en', 'ltr'],
  ['dark', 'ar', 'rtl'],
  ['light', 'ar', 'rtl'],
] as const)('for a learner, %s, %s', (theme, language, direction) => {
  beforeAll(async () => {
    const kept = { theme, language, direction }
    page = await openPage('/jobs', { kept, as: learner, stays: true })
  })
  test.each([...learnerPages, ...rarePages])('%s', (path) => expectEverySizeFits(page, path))
})

describe.each([
  ['dark', 'en', 'ltr'],
  ['light', 'ar', 'rtl'],
] as const)('for a visitor, %s, %s', (theme, language, direction) => {
  beforeAll(async () => {
    page = await openPage('/jobs', { kept: { theme, language, direction }, stays: true })
  })
  test.each(learnerPages)('%s', (path) => expectEverySizeFits(page, path))
})
