import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible, openPage } from '../support/browser.ts'
import { newLearner } from '../support/client.ts'
import { newPath, newQuestion } from '../support/questions.ts'

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first()
const missedQuestion = (page: Page) =>
  page.getByRole('region', { name: 'What you missed' }).locator('summary')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

/** Answers the question that is shown: the second option is the correct one. */
async function answer(page: Page, { right }: { right: boolean }): Promise<void> {
  await page.getByRole('radio').first().waitFor()
  await page.keyboard.press(right ? '2' : '1')
  await page.keyboard.press('Enter')
  await heading(page, right ? /That is right|^Correct/ : /Not this time|^Incorrect/).waitFor()
}

async function join(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: "Don't have an account? Sign up" }).click()
  await dialog.getByLabel('Full name').fill('Ada Lovelace')
  await dialog.getByLabel(/^E-?mail/).fill(`first-${randomUUID()}@rehearse.test`)
  await dialog.getByLabel('Password', { exact: true }).fill('point and click')
  await dialog.getByLabel('Confirm password').fill('point and click')
  await dialog.getByRole('button', { name: 'Create account' }).click()
}

const totals = async (page: Page) => {
  const reply = await page.request.get('/api/progress/get')
  const { progress } = (await reply.json()) as {
    progress: { totalQuestions: number; correctAnswers: number }
  }
  return [progress.totalQuestions, progress.correctAnswers]
}

test('a visitor answers, signs up, keeps the answers, and continues to the end of the session', {
  timeout: 180_000,
}, async () => {
  const learningPath = await newPath()
  await Promise.all(Array.from({ length: 4 }, () => newQuestion({ learningPath })))
  const page = await openPage(`/questions?learningPath=${learningPath}`)
  for (const right of [true, false, true]) {
    await answer(page, { right })
    await page.keyboard.press('Enter')
  }
  await page.getByText('Question 4 of 4').first().waitFor({ state: 'attached' })
  const asked = await page.getByRole('heading', { level: 1 }).textContent()

  await page.getByRole('complementary').getByRole('button').click()
  await join(page)
  await heading(page, 'Add your 3 answers to this account?').waitFor()
  await expectAccessible(page, 'the offer to add answers')
  await button(page, 'Add 3 answers').click()
  await page.getByText('3 answers added to your account.').waitFor()
  await button(page, 'Skip for now').click()
  expect(await totals(page)).toEqual([3, 2])

  // The session continues where it was.
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(asked)
  await answer(page, { right: true })
  await expect.poll(() => totals(page)).toEqual([4, 3])
  await page.keyboard.press('Enter')

  // A missed question comes back once, not scored.
  await page.getByText('Try again, not scored').waitFor()
  await answer(page, { right: true })
  await page.keyboard.press('Enter')
  await heading(page, 'Session complete: 3 of 4 correct').waitFor()
  await page.getByText('Correct on retry').waitFor()
  await missedQuestion(page).click()
  await expectAccessible(page, 'the end of the session')
  await button(page, 'Retry this one').click()
  await answer(page, { right: false })
  await page.keyboard.press('Enter')
  await heading(page, 'Session complete: 3 of 4 correct').waitFor()
  expect(await totals(page)).toEqual([4, 3])

  const missed = await missedQuestion(page).textContent()
  await page.getByRole('link', { name: 'Study this one as a flashcard' }).click()
  await button(page, /^Show/).waitFor()
  expect(missed).toContain(await page.getByRole('heading', { level: 1 }).textContent())
})

test('signing up on the home page leads through three questions to a plan that is started and open', async () => {
  const page = await openPage('/')
  await button(page, 'Sign in').first().click()
  await join(page)
  await button(page, 'Set up').waitFor()
  await page.reload()
  await button(page, 'Set up').click()
  await heading(page, 'Set up your preparation').waitFor()
  const date = new Date(Date.now() + 3 * 24 * 60 * 60 * 1_000)
  await page.getByLabel('Interview date').fill(date.toLocaleDateString('sv'))
  await page.getByRole('radio', { name: /^Intermediate/ }).check({ force: true })
  await expectAccessible(page, 'the introduction')
  await button(page, 'Start').click()
  await page.getByRole('link', { name: 'Continue day 1' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/study-plans/three-day')
  const reply = await page.request.get('/api/users/me/preferences')
  expect((await reply.json()).preferences).toMatchObject({
    learningMode: 'guided',
    dailyGoal: 20,
    difficultyPreference: 'intermediate',
  })

  await page.goto('/')
  await expect.poll(() => new URL(page.url()).pathname).toBe('/dashboard')
})

test("signing in to an existing account doesn't add the visitor's answers", async () => {
  const learner = await newLearner()
  const learningPath = await newPath()
  await newQuestion({ learningPath })
  const page = await openPage(`/questions?learningPath=${learningPath}`)
  await answer(page, { right: true })
  await page.getByRole('complementary').getByRole('button').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^E-?mail/).fill(learner.email)
  await dialog.getByLabel('Password', { exact: true }).fill(learner.password)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Sign out' }).first().waitFor({ state: 'attached' })
  expect(await totals(page)).toEqual([0, 0])
})
