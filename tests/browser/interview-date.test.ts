import type { Question } from '@rehearse/contracts'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectFits, openPage } from '../support/browser.ts'
import { type Learner, newLearner, visitor } from '../support/client.ts'
import { newPath, newQuestion, saveAnswer } from '../support/questions.ts'

/** 30 are reserved for mock exams, and the others planned on the first two of three days. */
const QUESTIONS = 44

interface View {
  reservedIds: string[]
  today: { unseen: string[] }
}
interface Forecast {
  topics: { n: number }[]
}
const interviewOf = async ({ call }: Learner) =>
  (await call<{ interview: View | null }>('/api/progress/interview')).body.interview

/** A path whose questions the progress service knows. */
async function filledPath({ call }: Learner): Promise<string> {
  const path = await newPath()
  for (let at = 0; at < QUESTIONS; at += 11) {
    await Promise.all(Array.from({ length: 11 }, () => newQuestion({ learningPath: path })))
  }
  const known = async () =>
    (await call<{ total: number }>(`/api/progress/next?learningPath=${path}&count=1`)).body.total
  await expect.poll(known).toBe(QUESTIONS)
  return path
}

const focused = async (target: Locator) => {
  await target.waitFor()
  await target.focus()
  return target
}
const press = async (target: Locator, key = 'Enter') => (await focused(target)).press(key)

/** Types a date as its parts, month first, as Chromium asks for it in US English. */
async function typeDate(page: Page, days: number) {
  const [year, month, day] = daysFromNow(days).split('-')
  await focused(page.getByLabel('Interview date'))
  await page.keyboard.type(`${month}${day}${year}`)
}

function daysFromNow(days: number): string {
  const date = new Date()
  date.setDate(date.getDate() + days)
  return new Intl.DateTimeFormat('en-CA').format(date)
}

/** 30 graded answers to questions of the same topic as the path's. */
async function answerThirty(learner: Learner) {
  const found = '/api/questions/unified?category=javascript&type=single&pageSize=100&include=answers'
  const { body } = await learner.call<{ data: Question[] }>(found)
  const usable = body.data.filter(({ options, learningPath }) =>
    Boolean(options.some(({ isCorrect }) => isCorrect) && !learningPath?.startsWith('path-')),
  )
  const questions = usable.slice(0, 30)
  expect(questions).toHaveLength(30)
  for (const [at, question] of questions.entries()) {
    await saveAnswer(learner.call, question, { right: at % 4 > 0 })
  }
}

/** Waits for a forecast based on this many answers: abilities are updated a few seconds after the answers. */
async function forecastCounts({ call }: Learner, count: number): Promise<void> {
  const counted = async () => {
    const { topics } = (await call<Forecast>('/api/progress/forecast')).body
    return topics.reduce((sum, { n }) => sum + n, 0)
  }
  await expect.poll(counted).toBe(count)
}

test('from a date to the plan, the forecast and a mock exam, by keyboard alone', async () => {
  const learner = await newLearner()
  const path = await filledPath(learner)
  const page = await openPage('/interview', { as: learner, locale: 'en-US' })

  // Dates that can't be planned.
  await typeDate(page, 0)
  await press(page.getByRole('button', { name: 'Create plan' }))
  await page.getByText('Choose tomorrow or a later day.').waitFor()
  await typeDate(page, 366)
  await press(page.getByRole('button', { name: 'Create plan' }))
  await page.getByText('Choose a day within the next 365 days.').waitFor()
  await expectFits(page, 'a date too far ahead')

  await typeDate(page, 3)
  for (const chosen of await page.getByRole('checkbox', { checked: true }).all()) await press(chosen, ' ')
  await press(page.getByRole('checkbox', { name: path, exact: true }), ' ')
  await press(page.getByRole('button', { name: 'Create plan' }))
  await page.getByText('Interview in 3 days').waitFor()
  await page.getByText('This plan covers all of your paths.').waitFor()
  await expectFits(page, 'the plan')

  // Reserved questions are in no list.
  const { reservedIds = [], today } = (await interviewOf(learner)) ?? {}
  expect(reservedIds).toHaveLength(30)
  expect(today?.unseen).toHaveLength(7)
  await page.goto(`/questions/all?learningPath=${path}&pageSize=50`)
  const rows = page.getByRole('main').getByRole('listitem')
  await expect.poll(() => rows.count()).toBe(QUESTIONS - 30)

  // Today's part starts exactly those questions, and shrinks.
  await page.goto('/dashboard')
  await page.getByRole('heading', { name: 'Interview in 3 days' }).waitFor()
  await press(page.getByRole('link', { name: "Start today's 7 questions" }))
  await page.getByText('Question 1 of 7').first().waitFor()
  for (const _ of [1, 2]) {
    await page.getByRole('article').getByRole('radio').first().waitFor()
    await page.keyboard.press('2')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Correct' }).waitFor()
    await page.keyboard.press('n')
  }
  await page.getByText('Question 3 of 7').first().waitFor()
  await page.goto('/interview')
  await page.getByRole('link', { name: "Start today's 5 questions" }).waitFor()

  // A forecast after 30 answers.
  await forecastCounts(learner, 2)
  await page.goto('/interview/forecast')
  await page.getByText('Unknown: 2 of 30 graded answers').waitFor()
  await expectFits(page, 'an unknown forecast')
  await answerThirty(learner)
  await forecastCounts(learner, 32)
  await page.reload()
  await page.getByText(/^Most likely between \d+% and \d+%\./).waitFor()
  await press(page.getByRole('button', { name: 'Why? JavaScript' }))
  await page
    .getByRole('dialog')
    .getByText(/It is based on 32 graded answers/)
    .waitFor()
  await expectFits(page, 'why a forecast')
  await page.keyboard.press('Escape')

  // The mock exam: an interrupted one continues after a reload.
  await press(page.getByRole('link', { name: 'Go to the mock exam' }))
  await press(page.getByRole('button', { name: 'Start mock exam' }))
  for (let at = 1; at <= 20; at += 1) {
    await page.getByText(`Question ${at} of 20`).first().waitFor()
    if (at === 8) {
      await page.reload()
      await press(page.getByRole('button', { name: 'Continue mock exam' }))
      await page.getByText('Question 8 of 20').first().waitFor()
    }
    await page.keyboard.press(at % 4 === 0 ? '1' : '2')
    await page.keyboard.press('Enter')
  }
  await page.getByRole('heading', { name: 'You got 75%' }).waitFor()
  await page.getByText(/We predicted \d+% \(\d+% to \d+%\)\. 15 of 20 questions correct\./).waitFor()
  await expect.poll(() => page.locator('summary').count()).toBe(20)
  await page.locator('summary').first().press('Enter')
  await page.getByText('The tag of objects was zero, and so was null.').first().waitFor()
  await expectFits(page, 'the result of a mock exam')
  await press(page.getByRole('link', { name: 'Back to the forecast' }))
  const history = page.getByRole('region', { name: 'Forecasts and results' })
  await history.getByText('You got 75%: 15 of 20 correct').waitFor()
  expect((await interviewOf(learner))?.reservedIds).toHaveLength(10)
})

test('the calendar link opens without a sign-in until it is revoked, and a cleared date ends the plan', async () => {
  const learner = await newLearner()
  const page = await openPage('/interview', { as: learner })
  await page.getByLabel('Interview date').fill(daysFromNow(20))
  await page.getByRole('button', { name: 'Create plan' }).click()
  await page.getByRole('button', { name: 'Create calendar link' }).click()
  await page.getByText('Anyone with this link can see your plan.').waitFor()
  const link = new URL(await page.getByLabel('Calendar link').inputValue())
  const feed = await fetch(link)
  expect(feed.status).toBe(200)
  expect(feed.headers.get('content-type')).toContain('text/calendar')
  expect(await feed.text()).toContain('BEGIN:VCALENDAR')

  await page.getByRole('button', { name: 'Revoke link' }).click()
  await page.getByText(/The link is revoked/).waitFor()
  expect((await visitor(link.pathname)).status).toBe(404)

  await page.getByRole('button', { name: 'Clear date' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Clear date' }).click()
  await page.getByRole('heading', { name: 'When is your interview?' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'When is your interview?' }).waitFor()
  expect(await interviewOf(learner)).toBeNull()
})
