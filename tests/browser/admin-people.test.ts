import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { newAdminAccount, openAdminPage, rootAccount } from '../support/admin-browser.ts'
import { expectFits, phone } from '../support/browser.ts'
import { newLearner, superAdmin } from '../support/client.ts'
import { newQuestion, saveAnswer } from '../support/questions.ts'

test('admins manage learners, and only super admins manage admins', async () => {
  const admin = await openAdminPage('/admin/users', await newAdminAccount())
  await admin.getByRole('table', { name: 'Learners' }).waitFor()
  expect(await admin.getByRole('link', { name: 'Admins', exact: true }).count()).toBe(0)
  await admin.goto('/admin/users/admins')
  await admin.getByText('Only super admins can manage admins.').waitFor()

  const boss = await openAdminPage('/admin/users/admins')
  await boss.getByRole('table', { name: 'Admins' }).waitFor()
  await boss.getByRole('button', { name: 'Add admin' }).click()
  const form = boss.getByRole('region', { name: 'New admin' })
  await form.getByLabel('Name', { exact: true }).fill('Root again')
  await form.getByLabel('Email', { exact: true }).fill(rootAccount.email)
  await form.getByLabel('Password', { exact: true }).fill('learning by doing')
  await form.getByRole('button', { name: 'Create admin' }).click()
  await form.getByText('Admin with this email already exists').waitFor()
  await expectFits(boss, 'admins, with a form')
})

test('a super admin is made only after a confirmation, in the list and in the form', async () => {
  const account = await newAdminAccount()
  const page = await openAdminPage('/admin/users/admins')
  const row = page.getByRole('row', { name: new RegExp(account.email) })
  const role = row.getByRole('combobox', { name: 'Role of Grace Hopper' })
  const stored = async (email: string) => {
    const asRoot = await superAdmin()
    const { body } = await asRoot<{ data: { email: string; role: string }[] }>('/api/admin/admins')
    return body.data.find((admin) => admin.email === email)?.role
  }
  await role.selectOption('super_admin')
  const confirmation = page.getByRole('alertdialog', { name: /^Make .+ a super admin$/ })
  await confirmation.waitFor()
  await expectFits(page, 'the confirmation of a super admin')
  if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/super-admin.png` })
  await page.keyboard.press('Escape')
  await confirmation.waitFor({ state: 'detached' })
  await expect.poll(() => role.inputValue()).toBe('admin')
  expect(await stored(account.email)).toBe('admin')
  await role.selectOption('super_admin')
  await confirmation.getByRole('button', { name: 'Make super admin' }).click()
  await expect.poll(() => stored(account.email)).toBe('super_admin')

  const email = `root-${randomUUID()}@rehearse.test`
  await page.getByRole('button', { name: 'Add admin' }).click()
  const form = page.getByRole('region', { name: 'New admin' })
  await form.getByLabel('Name', { exact: true }).fill('Ada')
  await form.getByLabel('Email', { exact: true }).fill(email)
  await form.getByLabel('Password', { exact: true }).fill('learning by doing')
  await form.getByLabel('Role', { exact: true }).selectOption('super_admin')
  await form.getByRole('button', { name: 'Create admin' }).click()
  await confirmation.getByRole('button', { name: 'Cancel' }).click()
  expect(await stored(email)).toBeUndefined()
  await form.getByRole('button', { name: 'Create admin' }).click()
  await confirmation.getByRole('button', { name: 'Make super admin' }).click()
  await expect.poll(() => stored(email)).toBe('super_admin')
})

test('a learner is found, viewed as of a day, disabled, enabled and deleted', async () => {
  const [learner, question] = [await newLearner(), await newQuestion()]
  await saveAnswer(learner.call, question)
  const page = await openAdminPage('/admin/users')
  await page.getByRole('searchbox', { name: 'Search by name or email' }).fill(learner.email)
  const row = page.getByRole('row', { name: new RegExp(learner.email) })
  await row.getByRole('link').click()

  await page.getByText(question.title, { exact: true }).waitFor()
  await page.getByText('Answer, correct').waitFor()
  await expectFits(page, 'a learner')
  await page.getByLabel('As of', { exact: true }).fill('2026-01-01')
  await page.getByText('Nothing was recorded.').waitFor()
  await page.getByRole('button', { name: 'Now', exact: true }).click()
  await page.getByText('Answer, correct').waitFor()

  await page.getByRole('button', { name: 'Disable account' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel('Reason', { exact: true }).fill('For a test')
  await dialog.getByRole('button', { name: 'Disable account' }).click()
  await page.getByText('For a test').waitFor()
  await expect.poll(async () => (await learner.call('/api/auth/me')).status).toBe(401)
  await page.getByRole('button', { name: 'Enable account' }).click()
  await page.getByRole('button', { name: 'Disable account' }).waitFor()

  await page.getByRole('button', { name: 'Delete learner and data' }).click()
  await dialog.getByRole('textbox').fill(learner.email)
  await dialog.getByRole('button', { name: 'Delete learner and data' }).click()
  await page.getByRole('link', { name: 'View receipt' }).click()
  await page.getByRole('heading', { level: 1, name: 'Account deleted' }).waitFor()
  const asRoot = await superAdmin()
  expect((await asRoot(`/api/admin/users/${learner.uid}`)).status).toBe(404)
})

test('changes by another admin appear without a reload; failures and slow loading are shown', async () => {
  const learner = await newLearner()
  const page = await openAdminPage(`/admin/users?search=${learner.email}`, undefined, {
    ...phone,
    mayComplain: /status of 503/,
  })
  const row = page.getByRole('row', { name: new RegExp(learner.email) })
  await row.getByText('Enabled').waitFor()
  await expectFits(page, 'learners')
  const asRoot = await superAdmin()
  // Changes from before the stream is connected aren't sent, so wait for it.
  await expect
    .poll(async () => {
      const body = { disabled: true, reason: 'For a test' }
      await asRoot(`/api/admin/users/${learner.uid}`, { method: 'PATCH', body })
      return row.getByText('Disabled').isVisible()
    })
    .toBe(true)

  await page.route('**/api/admin/users?*', (route) =>
    route.fulfill({
      status: 503,
      json: { success: false, error: 'The service is away', code: 'unavailable' },
    }),
  )
  await page.reload()
  await page.getByRole('alert').getByText('The service is away').waitFor()
  await page.unroute('**/api/admin/users?*')
  const held = Promise.withResolvers<void>()
  await page.route('**/api/admin/users?*', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.reload()
  // The page is usable while the list loads.
  await page.getByRole('searchbox', { name: 'Search by name or email' }).waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
  held.resolve()
  await row.waitFor()
})
