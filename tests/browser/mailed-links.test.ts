import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { expectAccessible, expectFits, openPage } from '../support/browser.ts'
import { newLearner } from '../support/client.ts'
import { linkIn, mailTo } from '../support/mailbox.ts'
import '../support/platform.ts'

const { url } = inject('platform')

/** Follows an emailed link; no request may contain the secret from its address. */
async function follow(page: Page, link: string): Promise<void> {
  const token = new URL(link).hash.slice('#token='.length)
  expect(new URL(link).origin).toBe(new URL(url).origin)
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.url()} ${request.headers().referer ?? ''}`))
  await page.goto(link)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForFunction('location.hash === ""')
  expect(asked.filter((line) => line.includes(token) && !line.includes(`#token=${token}`))).toEqual([])
}

test('forget a password, follow the emailed link, set a new one, and sign in with it', async () => {
  const { email } = await newLearner()
  const page = await openPage('/')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Forgot your password?' }).click()
  await expectAccessible(page)
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('button', { name: 'Send reset link' }).click()
  await dialog.getByText('the link is on its way').waitFor()

  const link = linkIn(await mailTo(email, 'Choose a new password'))
  await follow(page, link)
  await expectAccessible(page)
  const password = `brand new ${randomUUID().slice(0, 8)}`
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill('something else')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Passwords do not match').waitFor()
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Your password was changed').waitFor()
  await expectAccessible(page)

  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('Signed in as Ada Lovelace').waitFor({ state: 'attached' })
  await mailTo(email, 'Your password was changed')

  await follow(page, link)
  await page.getByLabel('New password', { exact: true }).fill('yet another')
  await page.getByLabel('Confirm password').fill('yet another')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('This link is no longer valid').waitFor()
})

test('sign in with an emailed link while others guess the password', async () => {
  const { email } = await newLearner()
  const page = await openPage('/')
  // As during an attack: the account's limit rejects every sign-in from a new network.
  await page.route('**/api/auth/login', (route) =>
    route.fulfill({ status: 429, json: { success: false, code: 'too_many_requests', error: 'Too many' } }),
  )
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill('the right one')
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await dialog.getByRole('button', { name: 'Mail me a sign-in link' }).click()
  await dialog.getByText('a sign-in link is on its way').waitFor()
  await expectAccessible(page)

  const link = linkIn(await mailTo(email, 'Sign in to Rehearse'))
  await follow(page, link)
  await expectAccessible(page)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await page.getByText("You're signed in.").waitFor()
  await page.getByText('Signed in as Ada Lovelace').waitFor({ state: 'attached' })
  const other = await openPage('/')
  await follow(other, link)
  await other.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await other.getByText('This link is no longer valid').waitFor()
})

test('confirm an email address', async () => {
  const { email, call } = await newLearner()
  const page = await openPage('/')
  await follow(page, linkIn(await mailTo(email, 'Confirm your email address')))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Confirm address' }).click()
  await page.getByText('Your email address is confirmed.').waitFor()
  const { body } = await call<{ user: { isEmailVerified: boolean } }>('/api/auth/me')
  expect(body.user.isEmailVerified).toBe(true)
})

test('change the email address, signing in first', async () => {
  const { email, password, call } = await newLearner()
  const next = `moved-${randomUUID()}@rehearse.test`
  expect((await call('/api/users/me/email', { body: { newEmail: next, password } })).status).toBe(200)
  const page = await openPage('/')
  await follow(page, linkIn(await mailTo(next, 'Confirm your new email address')))
  await page.getByText('Sign in to the account that requested this change').waitFor()
  await expectAccessible(page)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('Your account now uses this address.').waitFor()
})

const places = [
  '/auth/verify-email',
  '/auth/confirm-email',
  '/auth/reset-password',
  '/auth/sign-in-link',
  '/auth/erase-account',
  '/unsubscribe',
]

// tests/deep/page-matrix.test.ts has the other looks.
test('these pages break no accessibility rule in Arabic, with a secret and without', async () => {
  const kept = { language: 'ar', direction: 'rtl', theme: 'dark' }
  const page = await openPage('/', { viewport: { width: 320, height: 640 }, kept })
  // Each address differs from the previous one in more than its hash, so that the page reloads.
  for (const path of [...places, ...places.map((place) => `${place}#token=made-up`)]) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('ar')
    await expectFits(page, path)
  }
})
