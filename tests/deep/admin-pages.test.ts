import type { Page } from 'playwright-core'
import { beforeAll, describe, test } from 'vitest'
import { openAdminPage } from '../support/admin-browser.ts'
import { newLearner } from '../support/client.ts'
import { expectEverySizeFits } from '../support/every-size.ts'
import { newQuestion, saveAnswer } from '../support/questions.ts'

const pages = [
  '/admin/dashboard',
  '/admin/questions/unified',
  '/admin/reviews',
  '/admin/translations',
  '/admin/content/questions',
  '/admin/sections',
  '/admin/content',
  '/admin/learning-resources',
  '/admin/audio',
  '/admin/images',
  '/admin/backup',
  '/admin/trash',
  '/admin/audit',
  '/admin/reports',
  '/admin/reports/questions',
  '/admin/reports/predictions',
  '/admin/reports/coverage',
  '/admin/reports/reported',
  '/admin/users',
  '/admin/users/admins',
  '/admin/settings',
  '/admin/nowhere',
]

let pagesOfOne: Readonly<Record<string, string>>
beforeAll(async () => {
  const [learner, question] = [await newLearner(), await newQuestion()]
  await saveAnswer(learner.call, question)
  pagesOfOne = {
    'a learner': `/admin/users/${learner.uid}`,
    'the figures of a question': `/admin/reports/questions/${question.id}`,
  }
})

describe.each([
  ['dark', 'en', 'ltr'],
  ['light', 'en', 'ltr'],
  ['dark', 'ar', 'rtl'],
  ['light', 'ar', 'rtl'],
] as const)('%s, %s: no accessibility rule is broken at any size', (theme, language, direction) => {
  let page: Page
  beforeAll(async () => {
    const look = { kept: { theme, language, direction }, stays: true }
    page = await openAdminPage('/admin/dashboard', undefined, look)
  })
  test.each(pages)('%s', (path) => expectEverySizeFits(page, path))
  test.each(['a learner', 'the figures of a question'])('%s', (which) =>
    expectEverySizeFits(page, String(pagesOfOne[which])),
  )
})
