import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { openPage } from '../support/browser.ts'

const { admin } = inject('platform')

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/admin/dashboard')
}

const markdown = (marker: string) => `## 1. Imported ${marker}

What does \`typeof []\` give?

- [ ] A: \`"array"\`
- [x] B: \`"object"\`

Category: JavaScript
Learning Path: path-${marker}
Explanation: Arrays are objects.
`

test('a visitor is sent to the sign-in; a wrong password is refused with one sentence', async () => {
  const page = await openPage('/admin/questions/unified')
  await page.waitForURL('**/admin/login')
  await page.getByLabel('Email', { exact: true }).fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill('not this one')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('Invalid email or password').waitFor()
})

test('an admin imports Markdown and a visitor is asked its question', async () => {
  const marker = randomUUID()
  const page = await openPage('/admin/login')
  await signIn(page)
  await page.getByRole('link', { name: 'Questions', exact: true }).click()
  await page.getByRole('button', { name: 'Bulk Import' }).click()
  await page.getByRole('tab', { name: 'Markdown', exact: true }).click()
  await page.getByLabel('Questions as Markdown').fill(markdown(marker))
  await page.getByRole('button', { name: 'Parse', exact: true }).click()
  await page.getByText('Successfully parsed 1 questions from Markdown!').first().waitFor()
  await page.getByRole('button', { name: 'Add 1 question', exact: true }).click()
  await page.getByText('1 questions added successfully! 0 failed.').first().waitFor()

  const visitor = await openPage(`/questions?learningPath=path-${marker}`)
  await visitor.getByRole('heading', { level: 1, name: `Imported ${marker}` }).waitFor()
})

test('create, edit and delete a question in the manager', async () => {
  const title = `By hand ${randomUUID()}`
  const page = await openPage('/admin/login')
  await signIn(page)
  await page.goto('/admin/questions/unified')
  await page.getByRole('button', { name: 'Add Question', exact: true }).click()
  const form = page.getByRole('region', { name: 'Create New Question' })
  await form.getByLabel('Title', { exact: true }).fill(title)
  await form.getByLabel('Content', { exact: true }).fill('Which one is it?')
  await form.getByLabel('Explanation', { exact: true }).fill('Because.')
  await form.getByLabel('Category', { exact: true }).selectOption({ label: 'JavaScript' })
  for (const [index, text] of ['First', 'Second', 'Third', 'Fourth'].entries()) {
    await form.getByLabel(`Option ${'abcd'[index]}`, { exact: true }).fill(text)
  }
  await form.getByLabel('Option b is correct', { exact: true }).check({ force: true })
  await form.getByRole('button', { name: 'Create question', exact: true }).click()
  await form.waitFor({ state: 'hidden' })

  await page.getByRole('searchbox', { name: 'Search', exact: true }).fill(title)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: `Edit "${title}"` }).click()
  const edit = page.getByRole('region', { name: 'Edit Question' })
  await expect.poll(() => edit.getByLabel('Title', { exact: true }).inputValue()).toBe(title)
  await edit.getByLabel('Content', { exact: true }).fill('Which one is it now?')
  await edit.getByRole('button', { name: 'Save changes', exact: true }).click()
  await page.getByRole('table', { name: 'Questions' }).getByText('Which one is it now?').waitFor()

  await page.getByRole('button', { name: `Delete "${title}"` }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText(`Are you sure you want to delete "${title}"?`).waitFor()
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('button', { name: `Edit "${title}"` }).waitFor({ state: 'detached' })
})
