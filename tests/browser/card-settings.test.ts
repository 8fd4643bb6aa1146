import { randomUUID } from 'node:crypto'
import type { CardSettings, Flashcard, Question } from '@rehearse/contracts'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test, vi } from 'vitest'
import { expectFits, openPage } from '../support/browser.ts'
import { type Learner, newLearner } from '../support/client.ts'
import { someOf } from '../support/depth.ts'
import { newQuestion } from '../support/questions.ts'

const day = 86_400_000
let question: Question
let learner: Learner
beforeAll(async () => {
  question = await newQuestion({ title: `Typeof: null ${randomUUID()}` })
  learner = await newLearner()
  // Known since 26 days, and due again now.
  for (const days of [29, 26, 12]) {
    const reviewedAt = new Date(Date.now() - days * day).toISOString()
    const body = { reviewId: randomUUID(), rating: 3, reviewedAt }
    await vi.waitFor(async () =>
      expect((await learner.call(`/api/progress/reviews/${question.id}`, { body })).status).toBe(200),
    )
  }
})

const photograph = async (page: Page, name: string) => {
  if (process.env.SCREENSHOTS)
    await page.screenshot({ path: `${process.env.SCREENSHOTS}/${name}.png`, fullPage: true })
}
const settings = async () =>
  (await learner.call<{ settings: CardSettings }>('/api/progress/reviews/settings')).body.settings
const card = async () =>
  (await learner.call<{ reviews: Flashcard[] }>(`/api/progress/reviews?questions=${question.id}`)).body
    .reviews[0]

test('choose the retention in the settings; every card gets another date, and the page says how many are due', async () => {
  const page = await openPage('/settings#flashcards', { as: learner, kept: { theme: 'dark' } })
  const section = page.getByRole('region', { name: 'Flashcards', exact: true })
  const field = section.getByLabel('Chance of remembering a card')
  await expect.poll(() => field.inputValue()).toBe('90')
  await section.getByText('Your cards follow the standard schedule.').waitFor()
  await field.fill('96')
  await field.press('Enter')
  await section.getByText('Enter a whole number from 80 to 95.').waitFor()
  expect((await settings()).retention).toBe(90)
  const before = await card()
  await field.fill('95')
  await section.getByRole('button', { name: 'Save' }).click()
  await section.getByRole('status').filter({ hasText: 'due by the end of tomorrow' }).waitFor()
  expect((await settings()).retention).toBe(95)
  const after = await card()
  expect(after?.due && before && after.due < before.due).toBe(true)
  await expectFits(page, 'the flashcard settings, dark')
  await section.scrollIntoViewIfNeeded()
  await photograph(page, 'card-settings-desktop-dark')
})

test('a card explains its date, and takes another retention by keyboard', async () => {
  await learner.call('/api/progress/reviews/settings', { method: 'PUT', body: { retention: 95 } })
  const page = await openPage(`/flashcards?questions=${question.id}`, {
    as: learner,
    kept: { theme: 'light' },
    viewport: { width: 390, height: 844 },
  })
  const why = page.getByText('Why this date?')
  await why.focus()
  await page.keyboard.press('Enter')
  await page.getByText(/^You want to remember 95% of your cards/).waitFor()
  await page.getByText(/^Right now, your chance of remembering it is about \d+%\.$/).waitFor()
  await expectFits(page, 'a card and its date, on a phone')
  await photograph(page, 'why-this-date-phone-light')
  const intervals = async () => {
    await page.getByRole('button', { name: /^Show answer/ }).click()
    const texts = await page
      .getByRole('group', { name: 'How well did you know it?' })
      .getByRole('button')
      .allTextContents()
    return texts.join(' ')
  }
  const before = await intervals()
  const field = page.getByLabel('Chance of remembering a card')
  await field.fill('80')
  await field.press('Enter')
  await page.getByRole('status').filter({ hasText: 'due by the end of tomorrow' }).waitFor()
  await page.getByText(/^You want to remember 80% of your cards/).waitFor()
  // The ratings show what they give now.
  await expect
    .poll(async () =>
      (
        await page
          .getByRole('group', { name: 'How well did you know it?' })
          .getByRole('button')
          .allTextContents()
      ).join(' '),
    )
    .not.toBe(before)
  expect((await settings()).retention).toBe(80)
  await expectFits(page, 'a card after the change')
})

/** As the service describes weights that it has fitted; the integration tests of progress let it fit them. */
const fitted = {
  success: true,
  settings: {
    retention: 90,
    fit: { adoptedAt: '2026-11-20T12:00:00.000Z', reviews: 1_240, heldOut: 231, improvement: 4.2 },
    reviews: 1_302,
    fitFrom: 1_000,
  },
}

test.each(
  someOf([
    ['ar', 'توقّعاته أفضل بنسبة', 'استخدام الجدول المعتاد', 'تتبع بطاقاتك الجدول المعتاد.', 390, 'dark'],
    [
      'en',
      'Fitted to your 1,240 reviews: 4% better predictions.',
      'Use the standard schedule',
      'Your cards follow the standard schedule.',
      1440,
      'light',
    ],
  ] as const),
)(
  'in %s, shows the fit to the learner’s reviews, and one button reverts it',
  async (language, text, button, reverted, width, theme) => {
    const page = await openPage('/', {
      as: learner,
      kept: { theme, language, direction: language === 'ar' ? 'rtl' : 'ltr' },
      viewport: { width, height: 900 },
    })
    await page.route('**/api/progress/reviews/settings', (route) =>
      route.request().method() === 'GET' ? route.fulfill({ json: fitted }) : route.continue(),
    )
    await page.goto('/settings#flashcards')
    await page.getByText(text).waitFor()
    // At the top: a control half below the bar of a scrolled page would count as too small.
    await page.evaluate('scrollTo(0, 0)')
    await expectFits(page, `fitted weights, ${language}`)
    await photograph(page, `card-settings-fitted-${language}-${theme}-${width}`)
    await page.getByRole('button', { name: button }).click()
    await page.getByText(reverted).waitFor()
    expect(await page.getByRole('button', { name: button }).count()).toBe(0)
    await page.evaluate('scrollTo(0, 0)')
    await expectFits(page, `reverted weights, ${language}`)
  },
)
