import { randomUUID } from 'node:crypto'
import type { PathState, Preferences, Question } from '@rehearse/contracts'
import type { Page } from 'playwright-core'
import { expect, test, vi } from 'vitest'
import { expectAccessible, openPage } from '../support/browser.ts'
import { type Learner, newLearner, superAdmin } from '../support/client.ts'
import { newQuestion, saveAnswer } from '../support/questions.ts'

const name = `Path ${randomUUID()}`
const titleOf = (step: number) => `Lesson ${step} of ${name}`
const stepTitles = Array.from({ length: 10 }, (_, at) => titleOf(at + 1))

/** A path of ten steps: two questions in the first, one in each of the others. */
async function newCourse() {
  const id = `course-${randomUUID()}`
  const questions = await Promise.all(
    stepTitles.map((_, at) => Promise.all(Array.from({ length: at === 0 ? 2 : 1 }, () => newQuestion()))),
  )
  const steps = stepTitles.map((title, at) => ({
    id: `step-${at + 1}`,
    title,
    lesson: `What ${title} teaches.`,
    questionIds: questions[at]?.map((question) => question.id),
  }))
  const asAdmin = await superAdmin()
  const { status } = await asAdmin('/api/learning-paths', { body: { id, title: name, steps } })
  expect(status).toBe(201)
  return { id, questions }
}

const link = (page: Page, label: string | RegExp) => page.getByRole('link', { name: label, exact: true })
const step = (page: Page, number: number) =>
  page
    .getByRole('list', { name: 'Steps' })
    .getByRole('listitem')
    .nth(number - 1)

/** Answers the question that is shown: the second option is the correct one. */
async function answer(page: Page, { right }: { right: boolean }): Promise<void> {
  await page.getByRole('article').getByRole('radio').first().waitFor()
  await page.keyboard.press(right ? '2' : '1')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: right ? /^Correct/ : /^Incorrect/ }).waitFor()
  await page.keyboard.press('Enter')
}

const chosenPath = async ({ call }: Learner) => {
  const { body } = await call<{ preferences: Preferences }>('/api/users/me/preferences')
  return body.preferences.learningPath
}

/** The progress of the path, wherever a learner sees it. */
async function expectProgress(page: Page, course: string, percent: number): Promise<void> {
  const done = percent / 10
  await page.goto('/learning-paths')
  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
  await row.getByText(new RegExp(`^${percent}%`)).waitFor()
  await page.goto('/progress?view=topics')
  await page.getByText(`${percent}% · ${done} of 10 steps completed`).waitFor()
  await page.goto('/dashboard')
  if (percent < 100) {
    const next = page.getByRole('region', { name: `Continue: ${titleOf(done + 1)}, step ${done + 1} of 10` })
    await next.getByRole('img', { name: `${percent}%` }).waitFor()
    await next.getByText(name, { exact: true }).waitFor()
  } else {
    await page.getByRole('region', { name: 'Choose a learning path' }).waitFor()
  }
  await page.goto(`/learning-paths/${course}`)
  await page.getByText(`${percent}% · ${done} of 10 steps complete`).waitFor()
}

test('a learner completes a path step by step and gets its certificate', { timeout: 240_000 }, async () => {
  const course = await newCourse()
  const learner = await newLearner()
  await vi.waitFor(
    async () => {
      const { body } = await learner.call<PathState>(`/api/progress/paths/${course.id}`)
      expect(body.steps?.map(({ questions }) => questions.length)).toEqual([2, ...Array(9).fill(1)])
    },
    { timeout: 60_000 },
  )
  const page = await openPage(`/learning-paths/${course.id}`, { as: learner })
  await page.getByText('0% · 0 of 10 steps complete').waitFor()
  await expectAccessible(page, 'the path')
  await link(page, 'Start').click()
  await page.getByRole('heading', { level: 1, name: titleOf(1) }).waitFor()
  await page.getByText(`What ${titleOf(1)} teaches.`).waitFor()
  // The started path is the next step on Today.
  await expect.poll(() => chosenPath(learner)).toBe(course.id)
  await expectAccessible(page, 'a step')
  await link(page, 'Answer 2 questions').click()
  await link(page, titleOf(1)).waitFor()
  await page.getByRole('checkbox', { name: 'Repeat missed questions at the end' }).uncheck()
  await answer(page, { right: false })
  await answer(page, { right: true })
  await page.getByRole('heading', { name: 'Session complete: 1 of 2 correct' }).waitFor()

  // Half of the answers are correct: too few.
  await link(page, 'Back to the step').click()
  await page.getByText('1 of 2 correct', { exact: true }).waitFor()
  await link(page, 'Back to the path').click()
  await step(page, 1).getByText('1 of 2 correct · Next').waitFor()
  await page.getByText('0% · 0 of 10 steps complete').waitFor()
  await link(page, 'Continue').click()
  await link(page, 'Answer the missed question again').click()
  await answer(page, { right: true })
  await page.getByText(`Step completed: ${titleOf(1)}`).waitFor()
  await expectAccessible(page, 'the end of a session')
  await link(page, `Next: ${titleOf(2)}`).click()
  await page.getByRole('heading', { level: 1, name: titleOf(2) }).waitFor()
  await link(page, 'Back to the path').click()
  await step(page, 1).getByText('2 of 2 correct · Complete').waitFor()
  await step(page, 2).getByText('1 question').waitFor()
  expect(await step(page, 2).getAttribute('aria-current')).toBe('step')

  for (const question of course.questions.slice(1, 9).flat() as Question[])
    await saveAnswer(learner.call, question)
  await expectProgress(page, course.id, 90)

  await page.goto('/dashboard')
  await link(page, 'Continue').click()
  await page.getByRole('heading', { level: 1, name: titleOf(10) }).waitFor()
  await link(page, 'Answer 1 question').click()
  await answer(page, { right: true })
  await page.getByText(`Step completed: ${titleOf(10)}`).waitFor()
  await link(page, 'View your certificate').click()
  await page.getByText('This certificate is valid').waitFor()
  await page.getByRole('article').getByText(name).waitFor()
  const certificate = new URL(page.url()).pathname
  await expectProgress(page, course.id, 100)
  await page.getByText('You have completed this path.').waitFor()
  expect(await link(page, 'View your certificate').getAttribute('href')).toBe(certificate)
})
