import { randomUUID } from 'node:crypto'
import { githubAccount } from '@rehearse/testing/test-github'
import { openIdAccount } from '@rehearse/testing/test-openid-provider'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible, openPage } from '../support/browser.ts'
import { newPath, newQuestion, practiceOfOne } from '../support/questions.ts'

const newAddress = () => `elsewhere-${randomUUID()}@rehearse.test`

/** On the provider's own page, on another site. */
async function chooseAccount(page: Page, account: string): Promise<void> {
  await page.getByLabel(/Account|Login/).fill(account)
  await page.getByRole('button', { name: /Continue|Authorize/ }).click()
}

async function signIn(page: Page, provider: 'Google' | 'Github', account: string): Promise<void> {
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('link', { name: `Continue with ${provider}` }).click()
  await chooseAccount(page, account)
}

test('sign in with Google, return to the same page, answer, sign in again, and find the progress', async () => {
  const path = await practiceOfOne()
  const account = openIdAccount({ email: newAddress(), name: 'Grace Hopper' })
  const page = await openPage(path)
  await signIn(page, 'Google', account)
  await page.getByText('Signed in as Grace Hopper').waitFor({ state: 'attached' })
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(path)
  await page.getByRole('button', { name: 'Skip for now' }).click()

  await page.getByRole('heading', { level: 1, name: /One question/ }).waitFor()
  await page.keyboard.press('2')
  await page.keyboard.press('Enter')
  await page.getByText('The tag of objects was zero').waitFor()
  const score = page.getByText(/^1-day streak, \d+ points/)
  await score.waitFor({ state: 'attached' })
  // Badges may add points after the answer.
  const points = async () => Number((await score.textContent())?.match(/(\d+) points/)?.[1])
  const earned = await points()
  expect(earned).toBeGreaterThan(0)

  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  await signIn(page, 'Google', account)
  await page.getByText('Signed in as Grace Hopper').waitFor({ state: 'attached' })
  await expect.poll(points).toBeGreaterThanOrEqual(earned)
})

test('an account created with Google is offered the earlier answers, and the session continues', async () => {
  const learningPath = await newPath()
  await Promise.all([newQuestion({ learningPath }), newQuestion({ learningPath })])
  const page = await openPage(`/questions?learningPath=${learningPath}`)
  const heading = page.getByRole('heading', { level: 1 })
  await page.getByRole('radio').first().waitFor()
  const first = await heading.textContent()
  await page.keyboard.press('2')
  await page.keyboard.press('Enter')
  await page.getByText('The tag of objects was zero').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Question 2 of 2').first().waitFor({ state: 'attached' })
  await expect.poll(() => heading.textContent()).not.toBe(first)
  const second = await heading.textContent()
  await signIn(page, 'Google', openIdAccount({ email: newAddress(), name: 'Grace Hopper' }))
  await page.getByRole('button', { name: 'Add 1 answer' }).click()
  await page.getByText('1 answer added to your account.').waitFor()
  await page.getByRole('button', { name: 'Skip for now' }).click()
  await page.waitForURL((url) => url.pathname === '/questions')
  await page.getByRole('radio').first().waitFor()
  await expect.poll(() => heading.textContent()).toBe(second)
  await page.keyboard.press('2')
  await expect.poll(() => page.getByRole('radio').nth(1).isChecked()).toBe(true)
  await page.keyboard.press('Enter')
  await page.getByText('The tag of objects was zero').waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Session complete: 2 of 2 correct' }).waitFor()
})

test('sign in with Github by keyboard alone', async () => {
  const email = newAddress()
  const page = await openPage('/learning-paths')
  await page.getByRole('button', { name: 'Sign in', exact: true }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('link', { name: 'Continue with Github' }).waitFor()
  await expectAccessible(page)
  const focused = () => page.evaluate<string>('document.activeElement?.textContent ?? ""')
  for (let steps = 0; steps < 12 && (await focused()) !== 'Continue with Github'; steps++) {
    await page.keyboard.press('Tab')
  }
  expect(await focused()).toBe('Continue with Github')
  await page.keyboard.press('Enter')
  const emails = [{ email, primary: true, verified: true }]
  await chooseAccount(page, githubAccount({ emails, name: 'Octavia' }))
  await page.getByText('Signed in as Octavia').waitFor({ state: 'attached' })
  expect(new URL(page.url()).pathname).toBe('/learning-paths')
})

test('a sign-in that the provider rejects reports the failure and can be tried again', async () => {
  const page = await openPage('/learning-paths')
  await signIn(page, 'Google', 'no')
  await page.getByRole('alert').filter({ hasText: 'Google sign-in failed' }).waitFor()
  await page.getByRole('link', { name: 'Continue with Google' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Continue with Google' }).click()
  await chooseAccount(page, openIdAccount({ email: newAddress(), name: 'Ada Lovelace' }))
  await page.getByText('Signed in as Ada Lovelace').waitFor({ state: 'attached' })
  expect(new URL(page.url()).pathname).toBe('/learning-paths')
})
