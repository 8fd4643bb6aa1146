import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test, vi } from 'vitest'
import { openAdminPage, rootAccount } from '../support/admin-browser.ts'
import { expectAccessible } from '../support/browser.ts'
import { type Call, superAdmin } from '../support/client.ts'
import { newQuestion } from '../support/questions.ts'

interface Entry {
  id: string
  [field: string]: unknown
}

let call: Call
beforeAll(async () => {
  call = await superAdmin()
})
const make = async (address: string, body: object) =>
  (await call<{ data: Entry }>(address, { body })).body.data
const list = async (address: string) => (await call<{ data: Entry[] }>(address)).body.data
const read = async (address: string) => (await call<{ data: Entry }>(address)).body.data
const remove = (address: string) => call(address, { method: 'DELETE' })

const bankItem = (title: string, order: number) => ({
  title,
  order,
  category: 'Testing',
  subcategory: 'Browser',
  difficulty: 'easy',
  description: 'Asked in a test.',
  url: 'https://example.org/',
  estimatedTime: 5,
})

test('library entries are reordered by keyboard, edited, deleted and restored', async () => {
  const marker = randomUUID()
  // Next to each other at the end of the list, whatever other tests add.
  const one = await make('/api/question-bank', bankItem(`One ${marker}`, 90_001))
  const two = await make('/api/question-bank', bankItem(`Two ${marker}`, 90_002))
  const page = await openAdminPage('/admin/learning-resources?list=bank')
  await page.getByRole('grid', { name: 'Question bank' }).waitFor()
  await expectAccessible(page)

  // From the row to its handle, then up past the other row.
  await page
    .getByRole('row', { name: `Two ${marker}` })
    .getByText(`Two ${marker}`, { exact: true })
    .click()
  await page.keyboard.press('Tab')
  await focused(page, `Move "Two ${marker}"`)
  await page.keyboard.press('Enter')
  await focused(page, `Insert after Two ${marker}`)
  await page.keyboard.press('ArrowUp')
  await focused(page, `Insert between One ${marker} and Two ${marker}`)
  await page.keyboard.press('ArrowUp')
  await focused(page, ` and One ${marker}`)
  await page.keyboard.press('Enter')
  const ours = async () =>
    (await list('/api/question-bank')).map(({ id }) => id).filter((id) => id === one.id || id === two.id)
  await vi.waitUntil(async () => (await ours())[0] === two.id)

  await page.getByRole('searchbox', { name: 'Search', exact: true }).fill(`One ${marker}`)
  await page.getByRole('button', { name: `Edit "One ${marker}"` }).click()
  const form = page.getByRole('region', { name: `Edit "One ${marker}"` })
  await form.getByLabel('URL', { exact: true }).fill('nowhere')
  await form.getByRole('button', { name: 'Save changes' }).click()
  await form.locator('input[type=url][aria-invalid=true]').waitFor()
  await form.getByLabel('URL', { exact: true }).fill('https://example.org/mended')
  await form.getByRole('button', { name: 'Save changes' }).click()
  await form.waitFor({ state: 'hidden' })
  expect(await read(`/api/question-bank/${one.id}`)).toMatchObject({ url: 'https://example.org/mended' })

  await page.getByRole('button', { name: `Delete "One ${marker}"` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByRole('button', { name: `Edit "One ${marker}"` }).waitFor()
  expect(await read(`/api/question-bank/${one.id}`)).toMatchObject({ url: 'https://example.org/mended' })
  await remove(`/api/question-bank/${one.id}`)
  await remove(`/api/question-bank/${two.id}`)
})

test('a challenge runs beside its form: the starter code fails, the solution passes until it is broken', async () => {
  const page = await openAdminPage(
    '/admin/learning-resources?list=challenges&entry=contact-form',
    rootAccount,
    {
      mayComplain: /status of 503/,
    },
  )
  const bench = page.getByRole('region', { name: 'Test run' })
  await runUntil(bench, /^The solution passes (\d+) of \1 tests$/)
  await bench.getByText(/^The starter code fails [1-9]/).waitFor()

  // An unavailable server loses nothing of the form. A new title needs no run: what runs is as stored.
  const away = {
    success: false,
    error: 'Temporarily unavailable, please try again',
    code: 'x',
    requestId: 'x',
  }
  await page.route('**/api/challenges/contact-form', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 503, json: away }) : route.fallback(),
  )
  const title = page.getByRole('textbox', { name: 'Title', exact: true })
  await title.fill('Renamed')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Temporarily unavailable, please try again').waitFor()
  await expect.poll(() => title.inputValue()).toBe('Renamed')

  const solution = page.getByRole('group', { name: 'Solution', exact: true })
  const html = solution.getByRole('textbox', { name: 'HTML' })
  await html.fill('<p>Nothing</p>')
  await bench.getByText('The challenge has changed since these tests ran.').waitFor()
  await page.getByRole('button', { name: 'Save changes' }).click()
  const notSaved = page.getByRole('alert').filter({ hasText: /^Not saved/ })
  await notSaved.filter({ hasText: /The challenge can.t be solved|Code can.t run right now/ }).waitFor()
  expect((await html.textContent())?.trim()).toBe('<p>Nothing</p>')

  // Nor does a reload. In a code editor Tab indents; after Escape it moves on.
  await page.reload()
  await page.getByText(/^These are your unsaved changes from/).waitFor()
  await html.filter({ hasText: '<p>Nothing</p>' }).waitFor()
  await html.focus()
  await page.keyboard.press('Tab')
  await page.waitForFunction(editorInFocus('HTML'))
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await page.waitForFunction(editorInFocus('CSS'))
  await page.getByRole('button', { name: 'Discard them' }).click()
  await html.filter({ hasNotText: 'Nothing' }).waitFor()
})

test('a React challenge is created only when its tests reject the starter and accept the solution', async () => {
  const title = `Like button ${randomUUID()}`
  const page = await openAdminPage('/admin/learning-resources?list=challenges&new=1')
  const form = page.getByRole('region', { name: 'Add challenge', exact: true })
  const fill = (label: string, text: string, within: Locator = form) =>
    within.getByRole('textbox', { name: label }).first().fill(text)
  /** Types as a person does: replacing everything at once makes Chromium complain about its own styles. */
  const write = async (item: string, code: string) => {
    await group(item).getByRole('textbox', { name: 'Content' }).focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('Delete')
    await page.keyboard.insertText(code)
  }
  await fill('Title', title)
  await form.getByLabel('Kind', { exact: true }).selectOption({ label: 'React' })
  await form.getByLabel('Category', { exact: true }).selectOption('react')
  await form.getByLabel('Time limit (ms)', { exact: true }).fill('10000')
  await fill('Description', 'Write a button that counts its clicks.')
  await fill('Explanation', 'State changes on each click.')
  const group = (name: string) => form.getByRole('group', { name, exact: true })
  await form.getByRole('button', { name: 'Add file' }).click()

  const starter = 'export const Like = () => <button>Like</button>'
  const solution =
    "import { useState } from 'react'; export function Like() { const [n, set] = useState(0); return <button onClick={() => set(n + 1)}>Like {n}</button> }"
  const tests =
    "import { render, screen } from '@testing-library/react'; import userEvent from '@testing-library/user-event'; import { Like } from './like'; test('counts', async () => { render(<Like />); await userEvent.click(screen.getByRole('button')); expect(screen.getByRole('button')).toHaveTextContent('Like 1') })"
  await fill('Path', 'like.tsx', group('File 1'))
  await write('File 1', starter)
  await fill('Path', 'like.test.tsx', group('File 2'))
  await group('File 2').getByLabel('Access', { exact: true }).selectOption({ label: 'Hidden' })
  await write('File 2', tests)
  await fill('Path', 'like.tsx', group('Solution file 1'))
  await write('Solution file 1', starter)

  const create = async () => form.getByRole('button', { name: 'Create challenge' }).click()
  const notSaved = page.getByRole('alert').filter({ hasText: /^Not saved/ })
  await create()
  await notSaved.filter({ hasText: 'the solution must pass every test' }).waitFor()
  await write('Solution file 1', solution)
  await write('File 1', solution)
  await create()
  await notSaved.filter({ hasText: 'the starter code already passes every test' }).waitFor()
  await expectAccessible(page)
  expect((await list('/api/challenges')).some((one) => one.title === title)).toBe(false)

  await write('File 1', starter)
  const bench = page.getByRole('region', { name: 'Test run' })
  await runUntil(bench, /^The solution passes (\d+) of \1 tests$/)
  await bench.getByText(/^The starter code fails 1 of 2/).waitFor()
  await create()
  await form.waitFor({ state: 'hidden' })
  const stored = (await list('/api/challenges')).find((one) => one.title === title)
  expect(await read(`/api/challenges/${stored?.id}`)).toMatchObject({
    kind: 'react',
    timeLimit: 10_000,
    files: [
      { path: 'like.tsx', text: starter, access: 'editable' },
      { path: 'like.test.tsx', text: tests, access: 'hidden' },
    ],
    solutionFiles: [{ path: 'like.tsx', text: solution }],
  })
  await remove(`/api/challenges/${stored?.id}`)
})

test('a section with questions is deleted after choosing where they move; a plan accepts existing questions only', async () => {
  const marker = randomUUID()
  const page = await openAdminPage('/admin/dashboard')
  // On a slow network a placeholder shows first.
  await slowDown(page, '**/api/sections')
  await page.goto('/admin/sections')
  await page.getByRole('main').getByRole('status').filter({ hasText: 'Loading' }).waitFor()
  await page.getByRole('button', { name: 'Add section', exact: true }).click()
  const form = page.getByRole('region', { name: 'Add section', exact: true })
  await form.getByLabel('Name', { exact: true }).fill(`Leaving ${marker}`)
  await form.getByRole('radio', { name: 'Security', exact: true }).check({ force: true })
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Create section' }).click()
  await page.getByRole('button', { name: `Edit "Leaving ${marker}"` }).waitFor()
  const leaving = (await list('/api/sections')).find(({ name }) => name === `Leaving ${marker}`)
  expect(leaving).toMatchObject({ icon: 'security' })
  const staying = await make('/api/sections', { name: `Staying ${marker}` })
  const question = await newQuestion({ title: `Filed ${marker}`, sectionId: String(leaving?.id) })

  await page.reload()
  await page.getByRole('button', { name: `Delete "Leaving ${marker}"` }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText('Choose where to move 1 question.').waitFor()
  await dialog
    .getByLabel('Move the questions to', { exact: true })
    .selectOption({ label: `Staying ${marker}` })
  await dialog.getByRole('button', { name: 'Move and delete' }).click()
  await dialog.waitFor({ state: 'hidden' })
  expect(await read(`/api/questions/unified/${question.id}`)).toMatchObject({ sectionId: staying.id })

  await page.goto('/admin/content?list=plans&new=1')
  const planForm = page.getByRole('region', { name: 'Add plan', exact: true })
  await planForm.getByLabel('Name', { exact: true }).fill(`Plan ${marker}`)
  await planForm.getByLabel('Days', { exact: true }).selectOption('7')
  const inAll = planForm.getByLabel('Questions in total', { exact: true })
  await expect.poll(() => inAll.inputValue()).toBe('400')
  // Inactive, so that no other test sees it.
  await planForm.getByLabel('Active', { exact: true }).uncheck()
  await planForm.getByRole('button', { name: 'Add section', exact: true }).click()
  const part = planForm.getByRole('group', { name: 'Section 1', exact: true })
  await part.getByLabel('Name', { exact: true }).fill('Chosen')
  await part.getByLabel('Category', { exact: true }).selectOption({ label: 'JavaScript' })
  await part.getByLabel('Find questions to choose', { exact: true }).fill(`Filed ${marker}`)
  await part.getByRole('button', { name: 'Search', exact: true }).click()
  await part.getByRole('button', { name: `Add "Filed ${marker}"` }).click()
  await part.getByRole('button', { name: `Remove "Filed ${marker}"` }).waitFor()
  await expectAccessible(page)
  await planForm.getByRole('button', { name: 'Create plan' }).click()
  await page.getByRole('button', { name: `Edit "Plan ${marker}"` }).waitFor()
  const plan = (await list('/api/guided-learning/plans')).find(({ name }) => name === `Plan ${marker}`)
  expect(plan).toMatchObject({
    duration: 7,
    totalQuestions: 400,
    dailyQuestions: 58,
    isRecommended: true,
    sections: [{ id: 'chosen', questions: [question.id] }],
  })
  await remove(`/api/guided-learning/plans/${plan?.id}`)
  await remove(`/api/questions/unified/${question.id}`)
  await remove(`/api/sections/${staying.id}?reassignTo=learning`)
})

test('a backup is created, previewed, and restores a question after confirmation', async () => {
  const marker = randomUUID()
  const section = await make('/api/sections', { name: `Kept ${marker}` })
  const question = await newQuestion({ title: `Kept ${marker}`, sectionId: section.id })
  const page = await openAdminPage('/admin/backup')
  await page.getByLabel('Back up', { exact: true }).selectOption({ label: `Kept ${marker}` })
  await page.getByRole('button', { name: 'Back up now' }).click()
  const row = page.getByRole('row', { name: new RegExp(`Kept ${marker}`) })
  await row.getByRole('button', { name: 'Show the backup' }).click()
  const content = page.getByRole('region', { name: `Backup of "Kept ${marker}"` })
  await content.getByText(`Kept ${marker}`).nth(1).waitFor()
  await expectAccessible(page)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    row.getByRole('button', { name: 'Download the backup' }).click(),
  ])
  expect(file.suggestedFilename()).toBe(`kept-${marker}-questions.json`)

  const address = `/api/questions/unified/${question.id}`
  await call(address, { method: 'PUT', body: { title: `Changed ${marker}` } })
  await row.getByRole('button', { name: `Restore "Kept ${marker}"` }).click()
  const panel = page.getByRole('region', { name: `Restore "Kept ${marker}"` })
  await panel.getByText('Nothing has changed yet').waitFor()
  expect(await read(address)).toMatchObject({ title: `Changed ${marker}` })
  await panel.getByRole('button', { name: 'Restore 1 question' }).click()
  await panel.getByText('Restored', { exact: true }).waitFor()
  expect(await read(address)).toMatchObject({ title: `Kept ${marker}`, version: 3 })

  await row.getByRole('button', { name: 'Delete the backup' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await row.waitFor({ state: 'detached' })
  await remove(address)
  await remove(`/api/sections/${section.id}?reassignTo=learning`)
})

/** Waits until the focused element has this name or ends with it. */
const focused = (page: Page, name: string) =>
  page.waitForFunction(
    `document.activeElement?.getAttribute('aria-label')?.endsWith(${JSON.stringify(name)})`,
  )

const editorInFocus = (label: string) =>
  `document.activeElement?.shadowRoot?.activeElement?.getAttribute('aria-label') === ${JSON.stringify(label)}`

/** Runs a challenge's tests; again if the sandbox of a busy machine started too late. */
async function runUntil(bench: Locator, verdict: RegExp): Promise<void> {
  const reached = bench.getByText(verdict).or(bench.getByText("Code can't run right now"))
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await bench.getByRole('button', { name: 'Run tests on both' }).click()
    await reached.first().waitFor()
    if (await bench.getByText(verdict).first().isVisible()) return
  }
  throw new Error(`the bench never said ${verdict}`)
}

const slowDown = (page: Page, address: string) =>
  page.route(
    address,
    async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_500))
      await route.continue()
    },
    { times: 1 },
  )
