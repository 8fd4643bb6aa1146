import { randomUUID } from 'node:crypto'
import type { Challenge } from '@rehearse/contracts'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { expectAccessible, openPage } from '../support/browser.ts'
import { superAdmin } from '../support/client.ts'
import { focusedEditor, tabTo } from '../support/keyboard.ts'

let todo: Challenge
beforeAll(async () => {
  const admin = await superAdmin()
  todo = (await admin<{ data: Challenge }>('/api/challenges/todo-list')).body.data
})

const editor = (page: Page, language = 'JavaScript') =>
  page.getByRole('textbox', { name: language, exact: true })
/** Types as a person does: replacing everything at once makes Chromium complain about its own styles. */
async function write(page: Page, code: string, language?: string): Promise<void> {
  await tabTo(page, editor(page, language))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  await page.keyboard.insertText(code)
}
const allPassed = () => `${todo.testCases.length} of ${todo.testCases.length} passed`
const run = (page: Page) => page.getByRole('button', { name: /Run tests/ }).click()
const stored = (page: Page) =>
  page.evaluate<string | null>("localStorage.getItem('challenge_code_todo-list@visitor')")

async function signUp(page: Page): Promise<void> {
  const account = { email: `coder-${randomUUID()}@rehearse.test`, password: 'point and click' }
  const reply = await page.request.post('/api/auth/register', {
    data: { ...account, confirmPassword: account.password, name: 'Ada Lovelace' },
    headers: { origin: new URL(page.url()).origin },
  })
  expect(reply.status()).toBe(201)
  await page.reload()
  await page.getByText('Signed in as Ada Lovelace').waitFor({ state: 'attached' })
}

test('from the list to a solved challenge by keyboard: tests, points, solution, and marked as done in the list', async () => {
  const page = await openPage('/coding?category=javascript')
  await signUp(page)
  await tabTo(page, page.getByRole('link', { name: 'Todo List' }))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Todo List' }).waitFor()
  await write(page, todo.solution?.javascript ?? '')
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.getByText(allPassed()).waitFor()
  await page.getByText('50 points', { exact: true }).waitFor({ state: 'attached' })
  // Tab stays in the editor until Escape is pressed.
  await page.keyboard.press('Tab')
  expect(await focusedEditor(page)).toBe('JavaScript')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  expect(await focusedEditor(page)).toBeNull()
  await tabTo(page, page.getByText('Solution and explanation'))
  await page.keyboard.press('Enter')
  await page.getByText('The number is derived from the list each time').waitFor()
  await expectAccessible(page)
  await tabTo(page, page.getByRole('link', { name: 'All challenges' }))
  await page.keyboard.press('Enter')
  await page.getByRole('listitem').filter({ hasText: 'Todo List' }).getByText('Done').waitFor()
})

test('the preview follows the code, which survives a reload', async () => {
  const page = await openPage('/coding/todo-list')
  await page.getByRole('tab', { name: 'HTML' }).click()
  await write(page, '<h1>Mine</h1>', 'HTML')
  await page.frameLocator('iframe').getByRole('heading', { name: 'Mine' }).waitFor()
  await page.reload()
  await page.frameLocator('iframe').getByRole('heading', { name: 'Mine' }).waitFor()
  await page.getByRole('button', { name: 'Reset to starter code' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset to starter code' }).click()
  await page.frameLocator('iframe').getByRole('button', { name: 'Add' }).waitFor()
  expect(await stored(page)).toBeNull()
})

test('names are completed, and screen readers hear the suggestions', async () => {
  const page = await openPage('/coding/css-animations')
  await tabTo(page, editor(page, 'CSS'))
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type('\n.x { justify-con')
  const option = page.getByRole('option', { name: 'justify-content', exact: true })
  // On a busy machine, typing may be over before the language has loaded.
  const isOffered = async () => {
    if (!(await option.isVisible())) await page.keyboard.press('Control+Space')
    return option.isVisible()
  }
  await expect.poll(isOffered, { interval: 1_000 }).toBe(true)
  await option.click()
  await expect.poll(() => editor(page, 'CSS').textContent()).toContain('justify-content')
})

test('HTML, CSS and JavaScript are formatted by a key', async () => {
  const page = await openPage('/coding/todo-list')
  const formatted = async (language: string, before: string, after: RegExp) => {
    await page.getByRole('tab', { name: language }).click()
    await write(page, before, language)
    await page.keyboard.press('Shift+Alt+F')
    const lines = async () => (await editor(page, language).locator('.cm-line').allTextContents()).join('\n')
    await expect.poll(lines).toMatch(after)
  }
  await formatted(
    'HTML',
    '<ul><li   class=a>One</li>\n<li>Two</li></ul>',
    /^<ul>\n {2}<li class="a">One<\/li>\n/,
  )
  await formatted('CSS', 'a{color:red;margin:0 }', /^a \{\n {2}color: red;\n {2}margin: 0;\n\}/)
  await formatted('JavaScript', 'const  one={two:"x"};', /^const one = \{ two: 'x' \}\n?$/)
})

// Other endless code, and what code can't reach: runner.test.ts.
test('endless code is stopped, the page stays responsive, and the code is kept', async () => {
  const page = await openPage('/coding/todo-list')
  await write(page, 'while (true) {}')
  await run(page)
  await page.getByText(/took too long/).waitFor()
  // The button works, so the page is responsive.
  await page.getByRole('button', { name: 'Show hint 1 of 3' }).click()
  expect(await stored(page)).toContain('while (true)')
  await write(page, todo.solution?.javascript ?? '')
  // A machine that is busy with other tests may exceed the time limit of a run.
  const passes = async () => {
    await run(page)
    return page.getByText(allPassed()).isVisible()
  }
  await expect.poll(passes, { interval: 2_000 }).toBe(true)
})
