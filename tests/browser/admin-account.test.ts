import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { newAdminAccount, openAdminPage, rootAccount } from '../support/admin-browser.ts'
import { expectFits, openPage, phone } from '../support/browser.ts'
import { linkIn, mailTo } from '../support/mailbox.ts'

const newPassword = 'learning even more'

async function enterCredentials(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

test('an admin changes the password and sets up a second factor; a super admin resets both when they are lost', async () => {
  const account = await newAdminAccount()
  const page = await openAdminPage('/admin/account', account)
  const other = await openAdminPage('/admin/dashboard', account)

  const password = page.getByRole('region', { name: 'Password' })
  await password.getByLabel('Current password', { exact: true }).fill('wrong-one')
  await password.getByLabel('New password', { exact: true }).fill(newPassword)
  await password.getByLabel('Confirm password', { exact: true }).fill(newPassword)
  await password.getByRole('button', { name: 'Change password' }).click()
  await password.getByText('The password is incorrect.').waitFor()
  await password.getByLabel('Current password', { exact: true }).fill(account.password)
  await password.getByRole('button', { name: 'Change password' }).click()
  await password.getByText('Password changed.').waitFor()
  await other.reload()
  await other.waitForURL('**/admin/login')

  const twoStep = page.getByRole('region', { name: 'Two-step sign-in' })
  await twoStep.getByRole('button', { name: 'Set up two-step sign-in' }).click()
  await twoStep.getByLabel('Current password', { exact: true }).fill(newPassword)
  await page.keyboard.press('Enter')
  await twoStep.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  await expectFits(page, 'setting up a second factor')
  const key = (await twoStep.locator('code').first().textContent()) ?? ''
  const totp = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) })
  await twoStep.getByLabel('Code', { exact: true }).fill(totp.generate())
  await page.keyboard.press('Enter')
  await twoStep.getByRole('heading', { name: 'Recovery codes' }).waitFor()
  await expectFits(page, 'recovery codes')
  const codes = await twoStep.getByRole('listitem').allTextContents()
  expect(codes).toHaveLength(10)
  const downloading = page.waitForEvent('download')
  await twoStep.getByRole('button', { name: 'Download' }).click()
  expect((await downloading).suggestedFilename()).toBe('rehearse-recovery-codes.txt')
  await twoStep.getByRole('button', { name: 'I’ve saved them' }).click()
  await twoStep.getByText('10 recovery codes left').waitFor()
  await expectFits(page, 'my account')

  // The next sign-in is on a phone, by keyboard, right to left.
  const mobile = await openPage('/admin/login', phone)
  await enterCredentials(mobile, account.email, newPassword)
  await mobile.getByRole('heading', { name: 'Enter your code' }).waitFor()
  await expectFits(mobile, 'the second step')
  // The code that confirmed the setup can't be used again.
  await mobile.getByLabel('Code', { exact: true }).fill('000000')
  await mobile.keyboard.press('Enter')
  await mobile.getByText('This code is incorrect').waitFor()
  await mobile.getByLabel('Code', { exact: true }).fill(totp.generate({ timestamp: Date.now() + 30_000 }))
  await mobile.keyboard.press('Enter')
  await mobile.waitForURL('**/admin/dashboard')
  await mobile.goto('/admin/account')
  await mobile.getByText('10 recovery codes left').waitFor()
  await expectFits(mobile, 'my account on a phone')

  const recovering = await openPage('/admin/login')
  await enterCredentials(recovering, account.email, newPassword)
  await recovering.getByRole('button', { name: 'Use a recovery code' }).click()
  await recovering.getByLabel('Recovery code', { exact: true }).fill(codes[0] ?? '')
  await recovering.keyboard.press('Enter')
  await recovering.waitForURL('**/admin/dashboard')
  await recovering.goto('/admin/account')
  await recovering.getByText('9 recovery codes left').waitFor()

  const boss = await openAdminPage('/admin/users/admins')
  const row = boss.getByRole('row', { name: new RegExp(account.email) })
  await row.getByRole('button', { name: /^Reset password for/ }).click()
  const dialog = boss.getByRole('alertdialog')
  await dialog.getByLabel('Also remove two-step sign-in').check()
  await dialog.getByLabel('Your own password', { exact: true }).fill('wrong-one')
  await boss.keyboard.press('Enter')
  await dialog.getByText('The password is incorrect.').waitFor()
  await expectFits(boss, 'the reset of an admin')
  await dialog.getByLabel('Your own password', { exact: true }).fill(rootAccount.password)
  await boss.keyboard.press('Enter')
  await dialog.getByText(`A link was emailed to ${account.email}`).waitFor()
  await boss.keyboard.press('Escape')
  await mobile.reload()
  await mobile.waitForURL('**/admin/login')

  const link = linkIn(await mailTo(account.email, 'Your admin password was reset'))
  const last = await openPage(new URL(link).pathname + new URL(link).hash, phone)
  await last.getByLabel('New password', { exact: true }).fill(account.password)
  await last.getByLabel('Confirm password', { exact: true }).fill(account.password)
  expect(last.url()).not.toContain('token')
  await expectFits(last, 'the page of a reset')
  await last.keyboard.press('Enter')
  await last.getByText('Your password was changed.').waitFor()
  await last.getByRole('link', { name: 'Go to the admin sign-in' }).click()
  await enterCredentials(last, account.email, account.password)
  await last.waitForURL('**/admin/dashboard')
})
