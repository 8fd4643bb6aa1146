import { randomUUID } from 'node:crypto'
import type { LearningSession } from '@rehearse/contracts'
import { expect, inject, test } from 'vitest'
import { expectAccessible, openPage } from '../support/browser.ts'
import { superAdmin } from '../support/client.ts'
import { newQuestion } from '../support/questions.ts'
import '../support/platform.ts'

const { url } = inject('platform')

test('a custom plan is created, practiced to its end, and closing the page ends the session', {
  timeout: 120_000,
}, async () => {
  const page = await openPage('/')
  const account = { email: `plan-${randomUUID()}@rehearse.test`, password: 'point and click' }
  const reply = await page.request.post('/api/auth/register', {
    data: { ...account, confirmPassword: account.password, name: 'Ada Lovelace' },
    headers: { origin: new URL(url).origin },
  })
  expect(reply.status()).toBe(201)

  const field = `Evenings ${randomUUID()}`
  const asAdmin = await superAdmin()
  expect((await asAdmin('/api/categories', { body: { name: field } })).status).toBe(201)
  await Promise.all([newQuestion({ category: field }), newQuestion({ category: field })])

  await page.goto('/study-plans')
  await page.getByRole('link', { name: 'Create a custom plan' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('The evening before')
  await page.getByLabel('Days', { exact: true }).selectOption('1 day')
  await page.getByLabel('Questions a day').fill('2')
  await page.getByRole('checkbox', { name: field, exact: true }).check()
  await page.getByText('2 questions in 1 day.').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save and start today' }).click()
  await page.getByRole('link', { name: 'Continue day 1' }).click()
  for (const next of ['Next', 'View results']) {
    await page.getByRole('radio').or(page.getByRole('checkbox')).first().waitFor()
    await page.keyboard.press('2')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: new RegExp(`^${next}`) }).click()
  }
  await page.getByRole('heading', { name: /^Session complete/ }).waitFor()

  const read = async () => {
    const answer = await page.request.get('/api/progress/sessions')
    return ((await answer.json()) as { sessions: LearningSession[] }).sessions
  }
  await expect.poll(async () => (await read())[0]?.endTime).toBeNull()
  await page.goto('about:blank')
  await expect.poll(async () => (await read())[0]?.endTime).not.toBeNull()
  expect(await read()).toMatchObject([
    { learningMode: 'guided', questionsAnswered: 2, sections: [field], planId: expect.any(String) },
  ])
  await page.goto('/study-plans')
  await page.getByText('2 of 2').waitFor()
})
