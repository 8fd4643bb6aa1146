import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Question } from '@rehearse/contracts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { newAdminAccount, openAdminPage } from '../support/admin-browser.ts'
import { expectAccessible, openPage } from '../support/browser.ts'
import { newLearner, superAdmin } from '../support/client.ts'
import { someOf } from '../support/depth.ts'
import { newQuestion } from '../support/questions.ts'

const manager = '/admin/questions/unified'
const bulkAdd = '/admin/content/questions'
/** Wide enough for a table; narrower windows stack the rows. */
const wide = { width: 1440, height: 900 }

test("visitors and learners can't open the questions", async () => {
  for (const as of [undefined, await newLearner()]) {
    const page = await openPage(manager, as ? { as } : {})
    await page.waitForURL('**/admin/login')
    const kept = (key: string) => page.evaluate(`localStorage.getItem('${key}')`)
    await expect.poll(() => kept('admin_redirect_attempted')).toBe(null)
    // A made-up session ends with the server's response.
    await page.evaluate(
      `localStorage.setItem('admin_session', JSON.stringify({ id: 'admin_1', email: 'a@b.c', expiresAt: '2999-01-01T00:00:00.000Z' }))`,
    )
    await page.goto(bulkAdd)
    await page.waitForURL('**/admin/login')
    expect(await kept('admin_session')).toBe(null)
  }
})

test('many questions are changed at once and restored; order and filters survive a reload', async () => {
  const marker = `m${randomUUID().replaceAll('-', '')}`
  for (const name of ['Alpha', 'Beta', 'Gamma']) await newQuestion({ title: `${name} ${marker}` })
  const page = await openAdminPage(manager, await newAdminAccount(), { viewport: wide })
  await page.getByRole('searchbox', { name: 'Search', exact: true }).fill(marker)
  await page.keyboard.press('Enter')
  const rows = page.getByRole('table', { name: 'Questions' }).getByRole('row')
  const titles = () => rows.locator('p:first-child').allTextContents()
  const head = page.getByRole('columnheader', { name: 'Question', exact: true })
  await head.getByRole('button').click()
  await expect
    .poll(async () => (await titles()).map((title) => title.split(' ')[0]))
    .toEqual(['Alpha', 'Beta', 'Gamma'])
  await head.getByRole('button').click()
  await page.reload()
  await expect.poll(async () => (await titles())[0]?.split(' ')[0]).toBe('Gamma')

  await page.locator('thead').getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByText('3 questions selected').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Deactivate', exact: true }).click()
  await page.getByText('3 questions changed.').waitFor()
  await expect.poll(() => rows.getByText('Inactive').count()).toBe(3)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByText('Change undone for 3 questions.').waitFor()
  await expect.poll(() => rows.getByText('Inactive').count()).toBe(0)
})

test('what the bar of a selection partly covers is still large enough to be clicked', async () => {
  const page = await openAdminPage(manager, await newAdminAccount(), { viewport: wide })
  await page.locator('thead').getByRole('checkbox', { name: 'Select all on this page' }).check()
  const bar = page.getByRole('region', { name: 'Actions for the selected questions' })
  const head = page.getByRole('columnheader', { name: 'Status', exact: true }).getByRole('button')
  for (const top of someOf([14, -20, 4, 24, 44])) {
    const { y = 0 } = (await head.boundingBox()) ?? {}
    await page.evaluate(`scrollBy(0, ${y - top})`)
    expect((await bar.boundingBox())?.y).toBe(0)
    await expectAccessible(page, `with a column header at ${top}`)
  }
})

test('typed text survives a reload, and two admins resolve their conflicting edits', async () => {
  const question = await newQuestion()
  const page = await openAdminPage(`${manager}?open=edit:${question.id}`)
  const form = page.getByRole('region', { name: 'Edit Question' })
  await form.getByLabel('Content', { exact: true }).fill('What do **I** say?')
  await form
    .getByRole('region', { name: 'As a learner sees it' })
    .locator('strong', { hasText: 'I' })
    .waitFor()
  await expectAccessible(page)
  await page.reload()
  await form.getByText(/unsaved changes from/).waitFor()
  await expect.poll(() => form.getByLabel('Content', { exact: true }).inputValue()).toBe('What do **I** say?')

  const other = await superAdmin()
  const theirs = { content: 'What do they say?', points: 9 }
  await other(`/api/questions/unified/${question.id}`, { method: 'PUT', body: theirs })
  await form.getByRole('button', { name: 'Save changes' }).click()
  const content = form.getByRole('group', { name: 'Content', exact: true })
  await content.getByText('What do they say?').first().waitFor()
  await expectAccessible(page)
  await expect.poll(() => content.getByLabel('Keep yours').isChecked()).toBe(true)
  expect(
    await form.getByRole('group', { name: 'Points', exact: true }).getByLabel('Take theirs').isChecked(),
  ).toBe(true)
  await form.getByRole('button', { name: 'Save my choice' }).click()
  await form.waitFor({ state: 'detached' })
  const { body } = await other<{ data: Question }>(`/api/questions/unified/${question.id}`)
  expect(body.data).toMatchObject({ version: 3, content: 'What do **I** say?', points: 9 })
})

test('an old version is compared word by word, and restored', async () => {
  const question = await newQuestion()
  const asAdmin = await superAdmin()
  const path = `/api/questions/unified/${question.id}`
  await asAdmin(path, { method: 'PUT', body: { content: 'What do they say?', points: 9 } })
  const page = await openAdminPage(`${manager}?open=versions:${question.id}`)
  await page.getByRole('button', { name: 'Show changes: Version 2' }).click()
  await page.getByRole('insertion').filter({ hasText: 'they' }).first().waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Restore this version: Version 1' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore this version' }).click()
  await page.getByText('The question was restored to version 1.').waitFor()
  const { body } = await asAdmin<{ data: Question }>(path)
  expect(body.data).toMatchObject({ version: 3, content: question.content, points: question.points })
})

const source = (marker: string) => `---
category: JavaScript
---

## 1. First ${marker}

- [x] one
- [ ] two

## 2. Second ${marker}

- [ ] one
- [ ] two
`

test('a file is imported, its errors are fixed and imported, and everything is undone', async () => {
  const marker = `m${randomUUID().replaceAll('-', '')}`
  const page = await openAdminPage(bulkAdd)
  await page.getByRole('tab', { name: 'Any file' }).click()
  const give = (name: string, text: string) =>
    page
      .getByLabel('Choose a file')
      .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
  await give('questions.md', source(marker))
  await page.getByRole('button', { name: 'Parse', exact: true }).click()
  await page.getByText('Successfully parsed 1 questions from Markdown!').waitFor()
  const pairs = page.getByRole('region', { name: 'Side by side with the source' })
  await pairs.getByText('Question 2: Must have at least one correct answer').waitFor()
  await pairs.getByText('line 10').waitFor()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Add 1 question', exact: true }).click()
  const outcome = page.getByRole('region', { name: 'Added' })
  await outcome.getByText('1 questions added successfully! 1 failed.').waitFor()
  await expectAccessible(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    outcome.getByRole('button', { name: 'Download failed questions' }).click(),
  ])
  const failed = await readFile(await download.path(), 'utf8')
  expect(failed).not.toContain('First')
  expect(failed).toContain('Must have at least one correct answer')

  await outcome.getByRole('button', { name: 'Import more' }).click()
  await give(download.suggestedFilename(), failed.replace('- [ ] one', '- [x] one'))
  await page.getByRole('button', { name: 'Parse', exact: true }).click()
  await page.getByRole('button', { name: 'Add 1 question', exact: true }).click()
  await outcome.getByText('1 questions added successfully! 0 failed.').waitFor()
  const asAdmin = await superAdmin()
  const titles = async () => {
    const { body } = await asAdmin<{ data: Question[] }>(`/api/questions/unified?search=${marker}`)
    return body.data.map(({ title, category }) => `${title.split(' ')[0]} ${category}`).sort()
  }
  expect(await titles()).toEqual(['First JavaScript', 'Second JavaScript'])
  await outcome.getByRole('button', { name: 'Undo', exact: true }).click()
  await outcome.getByText('Undone: 1 removed, 0 reverted.').waitFor()
  expect(await titles()).toEqual(['First JavaScript'])
})

test('a sheet in another encoding is previewed and imported, with a report of what it leaves out', async () => {
  const marker = `m${randomUUID().replaceAll('-', '')}`
  // ما and نعم, in Windows-1256.
  const sheet = [
    'sep=;',
    'Question;A;B;Correct Answer;Difficulty;Notes',
    `${marker} \u00e3\u00c7 __proto__;\u00e4\u00da\u00e3;# 2;\u00e4\u00da\u00e3;extreme;x`,
    `${marker} two;2;1;1;;`,
  ].join('\r\n')
  const page = await openAdminPage(bulkAdd)
  await page.getByRole('tab', { name: 'Spreadsheet' }).click()
  await page.getByLabel('Choose a CSV or Excel file').setInputFiles({
    name: 'quiz.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(sheet, 'latin1'),
  })
  const choice = page.getByRole('region', { name: 'Encoding of the file' })
  await choice.getByRole('cell', { name: 'نعم' }).first().waitFor()
  await expect.poll(() => choice.getByRole('combobox').inputValue()).toBe('windows-1256')
  await choice.getByRole('combobox').selectOption('windows-1251')
  await choice.getByRole('cell', { name: 'дЪг' }).first().waitFor()
  await choice.getByRole('combobox').selectOption('windows-1256')
  await choice.getByRole('cell', { name: 'نعم' }).first().waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Parse', exact: true }).click()
  const summary = page.getByRole('region', { name: 'Questions found' })
  await summary.getByText('The column "Notes" is not imported').waitFor()
  await summary.getByText('Row 3: The correct answer "1" can mean different options').first().waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add 1 question' }).click()
  await page.getByText('1 questions added successfully! 1 failed.').first().waitFor()

  const asRoot = await superAdmin()
  const { body } = await asRoot<{ data: Question[] }>(`/api/questions/unified?search=${marker}`)
  expect(body.data).toMatchObject([
    {
      title: `${marker} ما __proto__`,
      content: `${marker} ما \\_\\_proto\\_\\_`,
      correctAnswers: ['a'],
      options: [{ text: 'نعم' }, { text: '\\# 2' }],
    },
  ])
})

test('the form is filled in and saved by keyboard alone', async () => {
  const marker = `m${randomUUID().replaceAll('-', '')}`
  const page = await openAdminPage(bulkAdd)
  await page.getByLabel('Title', { exact: true }).waitFor()
  await page.getByRole('tab', { name: 'Form Input' }).focus()
  await type(page, 'Title', `By keys ${marker}`)
  await type(page, 'Content', 'Which one?')
  await type(page, 'Option a', 'this')
  await type(page, 'Option b', 'that')
  await tabTo(page, 'Option b is correct', 'Shift+Tab')
  await page.keyboard.press('Space')
  await tabTo(page, 'Save questions')
  await page.keyboard.press('Enter')
  await page.getByText('1 questions added successfully! 0 failed.').first().waitFor()
  await expect.poll(() => page.getByLabel('Title', { exact: true }).inputValue()).toBe('')
})

test('a failing or slow server is no dead end', async () => {
  const page = await openAdminPage('/admin/dashboard', undefined, { mayComplain: /status of 503/ })
  let failing = true
  await page.route('**/api/questions/unified?**', async (route) => {
    if (!failing) return route.continue()
    const body = { success: false, error: 'Not just now', code: 'unavailable', requestId: 'test' }
    return route.fulfill({ status: 503, headers: { 'retry-after': '1' }, json: body })
  })
  await page.goto(manager)
  await page.getByText('Failed to load questions').waitFor()
  await expectAccessible(page)
  // Changes by other tests make the page reload its list, and then there is no button to press: so the server
  // recovers with the press, not before it.
  await page.exposeFunction('serverIsBack', () => {
    failing = false
  })
  await page.evaluate(`addEventListener('pointerdown', () => serverIsBack())`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('table', { name: 'Questions' }).waitFor()

  const held = Promise.withResolvers<void>()
  await page.route('**/api/questions/unified', async (route) => {
    await held.promise
    await route.fulfill({
      status: 503,
      json: { success: false, error: 'Not just now', code: 'unavailable', requestId: 'test' },
    })
  })
  await page.getByRole('button', { name: 'Add Question', exact: true }).click()
  const form = page.getByRole('region', { name: 'Create New Question' })
  for (const [label, text] of [
    ['Title', `Slow ${randomUUID()}`],
    ['Content', 'Which?'],
    ['Explanation', 'So.'],
    ['Option a', 'this'],
    ['Option b', 'that'],
  ] as const) {
    await form.getByLabel(label, { exact: true }).fill(text)
  }
  await form.getByLabel('Option a is correct', { exact: true }).check()
  await form.getByLabel('Category', { exact: true }).selectOption({ label: 'JavaScript' })
  await form.getByRole('button', { name: 'Create question' }).click()
  await form.getByRole('button', { name: 'Saving...' }).waitFor()
  held.resolve()
  await form.getByText('Failed to create question').waitFor()
  await expect.poll(() => form.getByLabel('Content', { exact: true }).inputValue()).toBe('Which?')
  await expectAccessible(page)
})

/** Presses Tab until the element with this name has the focus. */
async function tabTo(page: Page, label: string, key = 'Tab'): Promise<void> {
  const target = page
    .getByLabel(label, { exact: true })
    .or(page.getByRole('button', { name: label, exact: true }))
  for (let steps = 0; steps < 40; steps += 1) {
    await page.keyboard.press(key)
    if ((await target.and(page.locator(':focus')).count()) > 0) return
  }
  throw new Error(`${label} is out of reach of the keyboard`)
}

async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, label)
  await page.keyboard.type(text)
}
