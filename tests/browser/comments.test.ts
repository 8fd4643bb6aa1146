import { randomUUID } from 'node:crypto'
import type { AdminRole } from '@rehearse/contracts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openAdminPage } from '../support/admin-browser.ts'
import { expectFits, phone } from '../support/browser.ts'
import { superAdmin } from '../support/client.ts'
import { deepTest, isDeep } from '../support/depth.ts'
import { newQuestion } from '../support/questions.ts'

async function newEditor(role: AdminRole, name: string) {
  const account = { email: `${role}-${randomUUID()}@rehearse.test`, password: 'learning by doing' }
  const asRoot = await superAdmin()
  const { status } = await asRoot('/api/admin/admins', { body: { ...account, name, role } })
  expect(status).toBe(201)
  return account
}

async function photograph(page: Page, name: string): Promise<void> {
  if (process.env.SCREENSHOTS)
    await page.screenshot({ path: `${process.env.SCREENSHOTS}/${name}.png`, fullPage: true })
}

const people = (page: Page) => page.getByRole('listbox', { name: 'People' })

const arabic = {
  kept: { theme: 'dark', language: 'ar', direction: 'rtl' },
  viewport: { width: 390, height: 800 },
} as const

test('a mention rings the bell of a reviewer, who replies and resolves; both see each other meanwhile', async () => {
  const tag = randomUUID().slice(0, 6)
  const [ada, rosa] = [`Ada Admin${tag}`, `Rosa Reviewer${tag}`]
  const [adasAccount, rosasAccount] = [await newEditor('admin', ada), await newEditor('reviewer', rosa)]
  const { id, title } = await newQuestion({ title: `Closures: what is logged? ${tag}` })

  const reviewing = await openAdminPage('/admin/reviews', rosasAccount, phone)
  const bell = (unread: number) =>
    reviewing.getByRole('link', { name: unread > 0 ? `Notifications, ${unread} unread` : 'Notifications' })
  await bell(0).waitFor()

  // By keyboard: @, a letter of the last name, arrow keys, Enter.
  const writing = await openAdminPage(`/admin/questions/unified?open=edit:${id}`, adasAccount, {
    kept: { theme: 'light' },
  })
  const comments = writing.getByRole('region', { name: /^Comments/ })
  const field = comments.getByLabel('Add a comment')
  await field.focus()
  await writing.keyboard.type('Is **b** right, @no-one')
  expect(await people(writing).count()).toBe(0)
  for (const _ of 'no-one') await writing.keyboard.press('Backspace')
  await writing.keyboard.type(`reviewer${tag}`)
  await people(writing).getByRole('option', { name: rosa, selected: true }).waitFor()
  await expect
    .poll(() => field.getAttribute('aria-activedescendant'))
    .toBe(await people(writing).getByRole('option', { name: rosa }).getAttribute('id'))
  await expectFits(writing, 'the form with suggestions')
  await photograph(writing, 'comments-suggestions-light')
  await writing.keyboard.press('Enter')
  await writing.keyboard.type('?')
  await expect.poll(() => field.inputValue()).toBe(`Is **b** right, @${rosa} ?`)
  await comments.getByRole('button', { name: 'Comment', exact: true }).click()
  const mine = comments.getByRole('article', { name: /^You/ })
  await mine.getByText(`@${rosa}`).waitFor()
  expect(await mine.locator('strong').allTextContents()).toContain('b')

  // The bell is live, and leads to the comment.
  await bell(1).waitFor()
  await bell(1).click()
  await reviewing.getByText(`${ada} mentioned you`).waitFor()
  await expectFits(reviewing, 'notifications on a phone')
  await photograph(reviewing, 'notifications-phone')
  await reviewing.getByRole('link', { name: title }).click()
  const theirs = reviewing.getByRole('article', { name: new RegExp(`^${ada}`) })
  await theirs.waitFor()
  await reviewing.locator('article:focus').getByText(`@${rosa}`).waitFor()
  await bell(0).waitFor()

  await reviewing.getByText(`${ada} has this open`).waitFor()
  await writing.getByText(`${rosa} has this open`).waitFor()
  await expectFits(reviewing, 'the question on a phone')
  await photograph(reviewing, 'comments-phone')
  await photograph(writing, 'comments-light')

  await reviewing.getByRole('button', { name: `Reply to ${ada}` }).click()
  await reviewing.getByLabel('Your reply').fill('Yes: `var` is shared.')
  await reviewing.getByRole('button', { name: 'Reply', exact: true }).click()
  await reviewing.getByRole('article', { name: /^You/ }).waitFor()
  await reviewing.getByRole('button', { name: 'Resolve' }).click()
  await reviewing.getByText('Resolved by You').waitFor()
  // Ada sees both as they happen.
  await comments.getByText(`Resolved by ${rosa}`).click()
  await comments.getByRole('article', { name: new RegExp(`^${rosa}`) }).waitFor()
  await comments.getByRole('heading', { name: 'Comments', exact: true }).waitFor()

  if (!isDeep) return
  const inArabic = await openAdminPage(`/admin/questions/unified?open=edit:${id}`, rosasAccount, arabic)
  await inArabic.getByText(ada).first().waitFor()
  await expectFits(inArabic, 'comments in Arabic')
  await photograph(inArabic, 'comments-arabic-phone-dark')
  await inArabic.close()

  // Presence ends without a goodbye when the page is gone.
  await reviewing.close()
  await writing.getByText(`${rosa} has this open`).waitFor({ state: 'detached' })
})

deepTest('an author finds the comments on an article by a mention, without its editor', async () => {
  const tag = randomUUID().slice(0, 6)
  const [name, account] = [`Aki Author${tag}`, await newEditor('author', `Aki Author${tag}`)]
  const asRoot = await superAdmin()
  const body = {
    title: `Event loop ${tag}`,
    summary: 'One sentence.',
    body: '# Text',
    category: 'JavaScript',
    difficulty: 'beginner',
    readingTime: 3,
    tags: [],
  }
  const { body: made } = await asRoot<{ data: { id: string } }>('/api/articles', { body })
  const editing = await openAdminPage(`/admin/learning-resources?list=articles&entry=${made.data.id}`)
  const field = editing.getByLabel('Add a comment')
  await field.fill(`@author${tag}`)
  await people(editing).getByRole('option', { name }).click()
  await field.pressSequentially('please add a diagram.')
  await editing.getByRole('button', { name: 'Comment', exact: true }).click()
  await editing.getByRole('article', { name: /^You/ }).waitFor()
  await expectFits(editing, 'comments below the form of an article')

  const page = await openAdminPage('/admin/notifications', account, { kept: { theme: 'dark' } })
  await photograph(page, 'notifications-dark')
  await page.getByRole('link', { name: body.title }).click()
  await page.getByRole('heading', { level: 1, name: `Comments on "${body.title}"` }).waitFor()
  await page.getByText('please add a diagram.').waitFor()
  await expectFits(page, 'the comments of an article')
  await photograph(page, 'comments-page-dark')
  await page.getByLabel('Add a comment').fill('Which one?')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await page.getByRole('article', { name: /^You/ }).getByText('Which one?').waitFor()
  await page.goto('/admin/notifications')
  expect(await page.getByRole('button', { name: 'Mark all as read' }).count()).toBe(0)

  // An admin may delete any comment.
  await editing.getByText('Which one?').waitFor()
  const theirs = editing.getByRole('article', { name: new RegExp(`^${name}`) })
  await theirs.getByRole('button', { name: 'Delete' }).click()
  await editing.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await theirs.waitFor({ state: 'detached' })
})
