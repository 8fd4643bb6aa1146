import { randomUUID } from 'node:crypto'
import type { PathState, Preferences, Question } from '@rehearse/contracts'
import type { Page } from 'playwright-core'
import { expect, test, vi } from 'vitest'
import { expectAccessible, openPage } from '../support/browser.ts'
import { type Call, caller, newLearner, superAdmin, visitor } from '../support/client.ts'
import { newQuestion, saveAnswer } from '../support/questions.ts'

const name = `Path ${randomUUID()}`
const titleOf = (step: number) => `Lesson ${step} of ${name}`
const QUESTIONS = 4

/** A path of ten steps: four questions in the first, one in each of the others. */
async function newCourse() {
  const id = `course-${randomUUID()}`
  const questions = await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      Promise.all(Array.from({ length: at === 0 ? QUESTIONS : 1 }, () => newQuestion())),
    ),
  )
  const steps = questions.map((ofStep, at) => ({
    id: `step-${at + 1}`,
    title: titleOf(at + 1),
    lesson: `What ${titleOf(at + 1)} teaches.`,
    questionIds: ofStep.map((question) => question.id),
  }))
  const asAdmin = await superAdmin()
  const { status } = await asAdmin('/api/learning-paths', { body: { id, title: name, steps } })
  expect(status).toBe(201)
  const learner = await newLearner()
  await vi.waitFor(async () => {
    const { body } = await learner.call<PathState>(`/api/progress/paths/${id}`)
    expect(body.steps?.map((step) => step.questions.length)).toEqual([QUESTIONS, ...Array(9).fill(1)])
  })
  return { id, questions }
}

const heading = (page: Page, label: string | RegExp) => page.getByRole('heading', { name: label }).first()
const button = (page: Page, label: string | RegExp) =>
  page.getByRole('button', { name: label, exact: true }).first()
const link = (page: Page, label: string | RegExp) => page.getByRole('link', { name: label, exact: true })
const text = (page: Page, words: string) => page.getByText(words).first()
const step = (page: Page, number: number) =>
  page
    .getByRole('list', { name: 'Steps' })
    .locator(':scope > li')
    .nth(number - 1)

/** Answers the question that is shown, and continues: the second option is the correct one. */
async function answer(page: Page, { right }: { right: boolean }): Promise<void> {
  await page.getByRole('article').getByRole('radio').first().waitFor()
  await page.keyboard.press(right ? '2' : '1')
  await page.keyboard.press('Enter')
  await heading(page, right ? /^Correct/ : /^Incorrect/).waitFor()
  await page.keyboard.press('Enter')
}

/** Fills in the sign-up dialog. @returns the new account, for requests outside the page */
async function signUp(page: Page): Promise<Call> {
  const [email, password] = [`walk-${randomUUID()}@rehearse.test`, 'point and click']
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Full name').fill('Ada Lovelace')
  await dialog.getByLabel(/^E-?mail/).fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByLabel('Confirm password').fill(password)
  await dialog.getByRole('button', { name: 'Create account' }).click()
  await heading(page, /^Add your/).waitFor()
  const { body } = await visitor<{ token: string }>('/api/auth/login', { body: { email, password } })
  return caller(body.token)
}

const totals = async (call: Call) => {
  const { body } = await call<{ progress: { totalQuestions: number; correctAnswers: number } }>(
    '/api/progress/get',
  )
  return [body.progress.totalQuestions, body.progress.correctAnswers]
}

/** The progress of the path, wherever a learner sees it. */
async function expectProgress(page: Page, course: string, percent: number): Promise<void> {
  const done = percent / 10
  await page.goto('/learning-paths')
  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
  await row.getByText(`${percent}% · ${done} of 10 steps completed`).waitFor()
  await page.goto('/progress?view=topics')
  await text(page, `${percent}% · ${done} of 10 steps completed`).waitFor()
  await page.goto('/dashboard')
  if (percent < 100) {
    const next = page.getByRole('region', { name: `Continue: ${titleOf(done + 1)}, step ${done + 1} of 10` })
    await next.getByRole('img', { name: `${percent}%` }).waitFor()
    await next.getByText(name, { exact: true }).waitFor()
  } else {
    // First, if cards are due already, come those.
    await page.getByRole('main').getByText('Choose a learning path').waitFor()
  }
  await page.goto(`/learning-paths/${course}`)
  await text(page, `${percent}% · ${done} of 10 steps complete`).waitFor()
}

test('a visitor becomes a learner, completes a path, and retries what was missed', async () => {
  const course = await newCourse()

  // Three answers without an account, from the open first step of the path.
  const page = await openPage(`/learning-paths/${course.id}`)
  await step(page, 1)
    .getByText(`What ${titleOf(1)} teaches.`)
    .waitFor()
  await link(page, `Answer ${QUESTIONS} questions`).click()
  for (const right of [true, false, true]) await answer(page, { right })
  await text(page, 'Question 4 of 4').waitFor({ state: 'attached' })
  const asked = await page.locator('h1').textContent()

  // The answers are offered at sign-up; the session continues where it was.
  await page.getByRole('complementary').getByRole('button').click()
  const call = await signUp(page)
  await heading(page, 'Add your 3 answers to this account?').waitFor()
  await expectAccessible(page, 'the offer to add answers')
  await button(page, 'Add 3 answers').click()
  await text(page, '3 answers added to your account.').waitFor()
  expect(await totals(call)).toEqual([3, 2])
  await expect.poll(() => page.locator('h1').textContent()).toBe(asked)

  // Onboarding ends on the chosen path, with the answers in its first step.
  await button(page, 'Set up').click()
  await heading(page, 'Set up your preparation').waitFor()
  await page.getByRole('radio', { name: /^Get better at one topic/ }).check({ force: true })
  await page.getByLabel('Topic', { exact: true }).selectOption({ label: name })
  await page.getByRole('radio', { name: /^Intermediate/ }).check({ force: true })
  await expectAccessible(page, 'the introduction')
  await button(page, 'Start').click()
  await heading(page, name).waitFor()
  await step(page, 1).getByText(`3 of ${QUESTIONS} questions answered · Next`).waitFor()
  await text(page, '0% · 0 of 10 steps complete').waitFor()
  await expectAccessible(page, 'the path')
  const { body } = await call<{ preferences: Preferences }>('/api/users/me/preferences')
  expect(body.preferences).toMatchObject({
    learningPath: course.id,
    learningMode: 'free-style',
    dailyGoal: 13,
    difficultyPreference: 'intermediate',
  })

  // A signed-in learner's home is Today, which leads to the step.
  await page.goto('/')
  await expect.poll(() => new URL(page.url()).pathname).toBe('/dashboard')
  const today = page.getByRole('region', { name: `Continue: ${titleOf(1)}, step 1 of 10` })
  // The lesson, a question that was missed, and one that wasn't asked yet.
  await today.getByText('4 minutes left in this step').waitFor()
  await today.getByRole('link', { name: 'Continue' }).click()
  await heading(page, titleOf(1)).waitFor()
  await text(page, `What ${titleOf(1)} teaches.`).waitFor()
  await expectAccessible(page, 'a step')
  await link(page, 'Answer 2 questions').click()
  await answer(page, { right: true })
  await answer(page, { right: false })
  // Correct when it comes back, but not scored.
  await answer(page, { right: true })
  await heading(page, 'Session complete: 1 of 2 correct').waitFor()

  // Three of four are correct: too few. The missed one completes the step.
  await link(page, 'Back to the step').click()
  await page.getByText('3 of 4 correct', { exact: true }).waitFor()
  await link(page, 'Back to the path').click()
  await text(page, '0% · 0 of 10 steps complete').waitFor()
  await step(page, 1).getByText('3 of 4 correct · Next').waitFor()
  await link(page, 'Answer the missed question again').click()
  await answer(page, { right: true })
  await text(page, `Step completed: ${titleOf(1)}`).waitFor()
  await expectAccessible(page, 'the end of a session')
  await link(page, `Next: ${titleOf(2)}`).click()
  await heading(page, titleOf(2)).waitFor()
  await link(page, 'Back to the path').click()
  await step(page, 1).getByText('4 of 4 correct · Complete').waitFor()
  await expect.poll(() => step(page, 2).getAttribute('aria-current')).toBe('step')
  await step(page, 2).getByRole('list', { name: 'Questions' }).waitFor()
  expect(await step(page, 1).getByRole('list', { name: 'Questions' }).count()).toBe(0)

  // The other steps, and the certificate.
  for (const question of course.questions.slice(1, 9).flat() as Question[]) await saveAnswer(call, question)
  await expectProgress(page, course.id, 90)
  await link(page, 'Continue').click()
  await heading(page, titleOf(10)).waitFor()
  await link(page, 'Answer 1 question').click()
  await answer(page, { right: true })
  await text(page, `Step completed: ${titleOf(10)}`).waitFor()
  await link(page, 'View your certificate').click()
  await text(page, 'This certificate is valid').waitFor()
  await page.getByRole('article').getByText(name).waitFor()
  const certificate = new URL(page.url()).pathname
  await expectProgress(page, course.id, 100)
  await text(page, 'You have completed this path.').waitFor()
  await expect.poll(() => link(page, 'View your certificate').getAttribute('href')).toBe(certificate)

  // A session with one miss: it comes back once, not scored, and can be retried at the end.
  await page.setViewportSize({ width: 1440, height: 900 })
  await link(page, `Step 1: ${titleOf(1)}`).click()
  await link(page, 'Practice again').click()
  const before = await totals(call)
  const strip = page.getByRole('list', { name: 'Questions in this session' })
  await answer(page, { right: false })
  await strip.getByText('Question 1 of 4 Incorrect').waitFor({ state: 'attached' })
  for (let left = QUESTIONS - 1; left > 0; left -= 1) await answer(page, { right: true })
  await text(page, 'Try again, not scored').waitFor()
  await expect.poll(() => strip.getByRole('listitem').count()).toBe(1)
  await answer(page, { right: true })
  await heading(page, 'Session complete: 3 of 4 correct').waitFor()
  await text(page, 'Correct on retry').waitFor()
  const missedQuestion = page.getByRole('region', { name: 'What you missed' }).locator('summary')
  await missedQuestion.click()
  await expectAccessible(page, 'the end of a session with a missed question')
  await button(page, 'Retry this one').click()
  await answer(page, { right: false })
  await heading(page, 'Session complete: 3 of 4 correct').waitFor()
  const [answered = 0, correct = 0] = before
  await expect.poll(() => totals(call)).toEqual([answered + QUESTIONS, correct + QUESTIONS - 1])

  const missed = await missedQuestion.textContent()
  await link(page, 'Study this one as a flashcard').click()
  await button(page, /^Show/).waitFor()
  expect(missed).toContain(await page.locator('h1').textContent())
})
