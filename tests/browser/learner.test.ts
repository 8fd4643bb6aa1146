import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openPage } from '../support/browser.ts'
import { practiceOfOne } from '../support/questions.ts'

async function signUp(page: Page): Promise<void> {
  const password = 'point and click'
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: "Don't have an account? Sign up" }).click()
  await dialog.getByLabel('Full name').fill('Ada Lovelace')
  await dialog.getByLabel('Email').fill(`browser-${randomUUID()}@rehearse.test`)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByLabel('Confirm password').fill(password)
  await dialog.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('button', { name: 'Skip for now' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('Signed in as Ada Lovelace').waitFor({ state: 'attached' })
}

test('sign up, answer by keyboard, read why, and see points and streak change', async () => {
  const page = await openPage('/questions')
  await signUp(page)
  await page.goto(await practiceOfOne())
  await page.getByRole('heading', { level: 1, name: /One question/ }).waitFor()
  await page.keyboard.press('2')
  await page.keyboard.press('Enter')
  await page.getByText('The tag of objects was zero').waitFor()
  // 10 for the answer plus those of its badges, which depend on the hour.
  await page.getByText(/1-day streak, [1-9]\d+ points/).waitFor({ state: 'attached' })

  await page.getByRole('link', { name: 'Today', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: /Ada Lovelace/ }).waitFor()
  await page.getByText('1 of 10 today').waitFor()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Progress' }).click()
  await page.getByRole('link', { name: 'Activity', exact: true }).click()
  await page.getByText('One question').first().waitFor()
  await page.reload()
  await page.getByText('One question').first().waitFor()
})

test('an incorrect answer shows the correct one and why', async () => {
  const page = await openPage(await practiceOfOne())
  await page.getByRole('radio').first().check({ force: true })
  await page.getByRole('button', { name: /Check answer/ }).click()
  await page.getByRole('status').filter({ hasText: 'Incorrect' }).waitFor({ state: 'attached' })
  await page.getByText('null has no type name of its own.').waitFor()
  await page.getByText('your answer', { exact: true }).waitFor()
})

test('theme and direction persist', async () => {
  const page = await openPage('/')
  const root = page.locator('html')
  await expect.poll(() => root.getAttribute('data-theme')).toBe('dark')
  await page.getByRole('button', { name: 'Switch to light theme' }).click()
  await page.getByRole('button', { name: 'Switch to right-to-left' }).click()
  // A press before the app starts takes effect once it has.
  await expect.poll(() => root.getAttribute('data-theme')).toBe('light')
  await expect.poll(() => root.getAttribute('dir')).toBe('rtl')
  await page.reload()
  await expect.poll(() => root.getAttribute('data-theme')).toBe('light')
  await expect.poll(() => root.getAttribute('dir')).toBe('rtl')
})
