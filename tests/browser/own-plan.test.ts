import { randomUUID } from 'node:crypto'
import type { LearningSession } from '@rehearse/contracts'
import { expect, test } from 'vitest'
import { expectAccessible, openPage } from '../support/browser.ts'
import { newLearner, superAdmin } from '../support/client.ts'
import { newQuestion } from '../support/questions.ts'

test('a custom plan is created, practiced to its end, and closing the page ends the session', async () => {
  const learner = await newLearner()
  const field = `Evenings ${randomUUID()}`
  const asAdmin = await superAdmin()
  expect((await asAdmin('/api/categories', { body: { name: field } })).status).toBe(201)
  await Promise.all([newQuestion({ category: field }), newQuestion({ category: field })])

  const page = await openPage('/study-plans', { as: learner })
  await page.getByRole('link', { name: 'Create a custom plan' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('The evening before')
  await page.getByLabel('Days', { exact: true }).selectOption('1 day')
  await page.getByLabel('Questions a day').fill('2')
  await page.getByRole('checkbox', { name: field, exact: true }).check()
  await page.getByText('2 questions in 1 day.').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save and start today' }).click()
  await page.getByRole('link', { name: 'Continue day 1' }).click()
  for (const [at, next] of ['Next', 'View results'].entries()) {
    await page
      .getByText(`Question ${at + 1} of 2`)
      .first()
      .waitFor()
    await page.getByRole('radio').or(page.getByRole('checkbox')).first().waitFor()
    await page.keyboard.press('2')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: new RegExp(`^${next}`) }).click()
  }
  await page.getByRole('heading', { name: /^Session complete/ }).waitFor()

  const read = async () =>
    (await learner.call<{ sessions: LearningSession[] }>('/api/progress/sessions')).body.sessions
  await expect.poll(async () => (await read())[0]?.endTime).toBeNull()
  await page.goto('about:blank')
  await expect.poll(async () => (await read())[0]?.endTime).not.toBeNull()
  expect(await read()).toMatchObject([
    { learningMode: 'guided', questionsAnswered: 2, sections: [field], planId: expect.any(String) },
  ])
  await page.goto('/study-plans')
  await page.getByText('2 of 2').waitFor()
})
