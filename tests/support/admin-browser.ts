import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { openPage } from './browser.ts'
import { superAdmin } from './client.ts'

interface AdminAccount {
  email: string
  password: string
}

const { admin: root, url } = inject('platform')

/** The first super admin. */
export const rootAccount: AdminAccount = root

/** A new admin without rights over other admins. */
export async function newAdminAccount(): Promise<AdminAccount> {
  const account = { email: `admin-${randomUUID()}@rehearse.test`, password: 'learning by doing' }
  const asRoot = await superAdmin()
  const { status } = await asRoot('/api/admin/admins', { body: { ...account, name: 'Grace Hopper' } })
  expect(status).toBe(201)
  return account
}

/** An admin page in a browser with a signed-in admin. */
export async function openAdminPage(
  path: string,
  account: AdminAccount = rootAccount,
  options: Parameters<typeof openPage>[1] = {},
): Promise<Page> {
  const page = await openPage('/favicon.svg', options)
  const headers = { origin: new URL(url).origin }
  const reply = await page.request.post('/api/admin/auth', { data: account, headers })
  expect(reply.status()).toBe(200)
  const { admin } = await reply.json()
  const session = JSON.stringify({ id: admin.id, email: admin.email, expiresAt: admin.expiresAt })
  await page.evaluate((kept) => localStorage.setItem('admin_session', kept), session)
  await page.goto(path)
  return page
}
