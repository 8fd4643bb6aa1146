import type { Page } from 'playwright-core'
import { inject } from 'vitest'
import { openPage, type PageOptions } from './browser.ts'

const { admin } = inject('platform')

/** A page of an admin who has just signed in. */
export async function openAdminPage(path: string, options: PageOptions = {}): Promise<Page> {
  const page = await openPage('/admin/login', options)
  await page.getByLabel('E-mail', { exact: true }).fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/admin/dashboard')
  await page.goto(path)
  return page
}
