import { readFile } from 'node:fs/promises'
import type { Profile } from '@rehearse/contracts'
import { unzipSync } from 'fflate'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible, expectFits, openPage, signIn } from '../support/browser.ts'
import { newLearner } from '../support/client.ts'
import { linkIn, mailTo } from '../support/mailbox.ts'

const section = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })
const saved = (part: Locator) => part.getByRole('status').filter({ hasText: 'Saved' }).waitFor()

test('change name and preferences, end another session, download all data, and delete the account', async () => {
  const learner = await newLearner()
  const page = await openPage('/')
  await signIn(page, learner)
  await page.goto('/')
  await page.getByRole('link', { name: /^Settings/ }).click()
  const profileOf = async () => (await learner.call<{ user: Profile }>('/api/users/me')).body.user

  const profile = section(page, 'Profile')
  await profile.getByLabel('Name', { exact: true }).fill('Grace Hopper')
  await profile.getByRole('button', { name: 'Save' }).click()
  await saved(profile)
  await page.getByText('Signed in as Grace Hopper').waitFor({ state: 'attached' })

  const practice = section(page, 'Practice')
  await practice.getByLabel('Theme').selectOption('Light')
  await practice.getByLabel('Time zone').selectOption('Africa/Cairo')
  await practice.getByLabel('Questions a day').fill('0')
  await practice.getByRole('button', { name: 'Save' }).click()
  await practice.getByText('Enter a whole number from 1 to 1,000.').waitFor()
  await practice.getByLabel('Questions a day').fill('25')
  await practice.getByRole('button', { name: 'Save' }).click()
  await saved(practice)
  await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('light')

  const notifications = section(page, 'Emails and reminders')
  await notifications.getByLabel('Product news by email').check()
  await saved(notifications)
  expect(await profileOf()).toMatchObject({
    displayName: 'Grace Hopper',
    preferences: { theme: 'light', timezone: 'Africa/Cairo', dailyGoal: 25, emailUpdates: true },
  })

  const devices = section(page, 'Devices')
  await expect.poll(() => devices.getByRole('listitem').count()).toBe(2)
  await devices.getByRole('button', { name: /^Sign out on (?!all)/ }).click()
  await devices.getByRole('status').filter({ hasText: 'Signed out on' }).waitFor()
  expect((await learner.call('/api/auth/me')).status).toBe(401)
  await expect.poll(() => devices.getByRole('listitem').count()).toBe(1)

  const data = section(page, 'Your data')
  const download = page.waitForEvent('download')
  await data.getByRole('button', { name: 'Download my data' }).click()
  const archive = await download
  expect(archive.suggestedFilename()).toMatch(/^rehearse-.*\.zip$/)
  const files = unzipSync(new Uint8Array(await readFile(await archive.path())))
  expect(Object.keys(files)).toContain('identity/learner.json')

  await data.getByText('Delete account and data').first().click()
  await data.getByLabel('Your password').fill('not this one')
  await data.getByRole('button', { name: 'Delete account and data' }).click()
  await data.getByText('The password is wrong').waitFor()
  await data.getByLabel('Your password').fill(learner.password)
  await data.getByRole('button', { name: 'Delete account and data' }).click()
  await page.getByRole('heading', { level: 1, name: 'Account deleted' }).waitFor()
  await page.getByText('All your data has been deleted.').waitFor({ timeout: 60_000 })
  await expectAccessible(page)
  await page.reload()
  await page.getByText('All your data has been deleted.').waitFor()
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
})

test('delete the account through the emailed link, while signed in', async () => {
  const learner = await newLearner()
  expect((await learner.call('/api/users/me/erasure-code', { method: 'POST' })).status).toBe(200)
  const link = linkIn(await mailTo(learner.email, 'Confirm that you want to delete your account'))
  const page = await openPage(link)
  await page.getByText('Sign in to the account you want to delete.').waitFor()
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(learner.email)
  await dialog.getByLabel('Password', { exact: true }).fill(learner.password)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText(`Signed in as Ada Lovelace, ${learner.email}`).waitFor()
  await page.getByRole('button', { name: 'Delete account and data' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete this account and its data?' })
  await question.waitFor()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Delete account and data' }).click()
  await page.getByText('All your data has been deleted.').waitFor({ timeout: 60_000 })
  expect((await learner.call('/api/auth/me')).status).toBe(401)
})

// tests/deep/every-state.test.ts has the other looks.
test('the settings in Arabic on a phone break no accessibility rule and never scroll sideways', async () => {
  const kept = { language: 'ar', direction: 'rtl', theme: 'dark' }
  const viewport = { width: 320, height: 640 }
  const page = await openPage('/settings', { as: await newLearner(), kept, viewport })
  await page.waitForLoadState('networkidle')
  await page.locator('summary').last().waitFor()
  for (const summary of await page.locator('summary').all()) await summary.click()
  await expectFits(page, 'all settings')
})
