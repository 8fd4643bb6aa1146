import { randomUUID } from 'node:crypto'
import type { Challenge } from '@rehearse/contracts'
import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible, openPage } from '../support/browser.ts'
import { superAdmin } from '../support/client.ts'
import { deepTest } from '../support/depth.ts'
import { focusedEditor, tabTo } from '../support/keyboard.ts'

const account = () => ({ email: `coder-${randomUUID()}@rehearse.test`, password: 'point and click' })

async function signUp(page: Page, { email, password } = account()): Promise<void> {
  const reply = await page.request.post('/api/auth/register', {
    data: { email, password, confirmPassword: password, name: 'Ada Lovelace' },
    headers: { origin: new URL(page.url()).origin },
  })
  expect(reply.status()).toBe(201)
  await page.reload()
  await page.getByText('Signed in as Ada Lovelace').waitFor({ state: 'attached' })
}

async function challengeOf(id: string): Promise<Challenge> {
  const admin = await superAdmin()
  return (await admin<{ data: Challenge }>(`/api/challenges/${id}`)).body.data
}

const editor = (page: Page, path: string) => page.getByRole('textbox', { name: path, exact: true })

/** Selects the file's tab with the arrow keys, and moves on to its editor. */
async function openFile(page: Page, path: string): Promise<void> {
  const tabs = page.getByRole('tablist', { name: 'Files' }).getByRole('tab')
  const back = (await focusedEditor(page)) === null ? 'Tab' : 'Shift+Tab'
  await tabTo(page, page.getByRole('tab', { selected: true }), back)
  const wanted = page.getByRole('tab', { name: path }).first()
  for (let moves = await tabs.count(); moves > 0; moves -= 1) {
    if ((await wanted.getAttribute('aria-selected')) === 'true') break
    await page.keyboard.press('ArrowRight')
  }
  await tabTo(page, editor(page, path))
}

async function write(page: Page, path: string, text: string): Promise<void> {
  await openFile(page, path)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  await page.keyboard.insertText(text)
}

/** Waits until all tests of the challenge have passed; a busy machine may exceed the time limit of a run. */
async function passed(page: Page, count = '(\\d+)'): Promise<void> {
  const counts = async () => {
    if (await page.getByText('Stopped: the code took too long').first().isVisible()) {
      await page.keyboard.press('ControlOrMeta+Enter')
    }
    return page.getByText(/^\d+ of \d+ passed$/).allTextContents()
  }
  const all = expect.stringMatching(new RegExp(`^${count} of \\1 passed$`))
  await expect.poll(counts, { interval: 500 }).toContainEqual(all)
}

async function solve(page: Page, { solutionFiles = [] }: Challenge): Promise<void> {
  for (const { path, text } of solutionFiles) await write(page, path, text)
  await page.keyboard.press('ControlOrMeta+Enter')
}

test('TypeScript: errors while typing, tests, types, points and solutions, by keyboard', async () => {
  const challenge = await challengeOf('typed-event-emitter')
  const page = await openPage('/coding/typed-event-emitter')
  await signUp(page)
  const [{ path = '', text = '' } = {}] = challenge.solutionFiles ?? []
  await write(page, path, `${text}\nconst count: number = 'three'\n`)
  await page.getByRole('tab', { name: `${path} 1 error` }).waitFor()
  const error = page.getByRole('button', { name: /not assignable to type 'number'/ })
  await tabTo(page, error)
  await page.keyboard.press('Enter')
  await expect.poll(() => focusedEditor(page)).toBe(path)
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.getByText('Failed:').first().waitFor({ state: 'attached' })
  await expectAccessible(page)
  await solve(page, challenge)
  await passed(page)
  await page.getByText('50 points', { exact: true }).waitFor({ state: 'attached' })
  await tabTo(page, page.getByText('Solution and explanation'))
  await page.keyboard.press('Enter')
  await page.getByText(challenge.complexity ?? '').waitFor()
  await expectAccessible(page)
})

test('React: the solution passes with Testing Library and renders in the preview, by keyboard', async () => {
  const challenge = await challengeOf('react-tabs')
  const page = await openPage('/coding/react-tabs')
  await signUp(page)
  const preview = page.frameLocator('iframe[title="Preview"]')
  await preview.getByRole('heading', { name: 'Account settings' }).waitFor()
  await solve(page, challenge)
  await passed(page)
  await page.getByText('50 points', { exact: true }).waitFor({ state: 'attached' })
  await expectAccessible(page)
})

deepTest(
  'write the tests: a bug that they miss is named by its number, and better tests catch it, by keyboard',
  async () => {
    const challenge = await challengeOf('test-slugify')
    const page = await openPage('/coding/test-slugify')
    await signUp(page)
    await page.getByRole('button', { name: /^Run tests/ }).waitFor()
    await page.getByText(/^No type errors/).waitFor()
    await tabTo(page, editor(page, challenge.solutionFiles?.[0]?.path ?? ''))
    await page.keyboard.press('ControlOrMeta+Enter')
    await page
      .getByText(/^Bug \d+ isn’t caught by your tests$/)
      .first()
      .waitFor()
    await solve(page, challenge)
    await passed(page)
    await page.getByText('50 points', { exact: true }).waitFor({ state: 'attached' })
  },
)

deepTest('fix the bug: the broken starter fails, the mended one passes, by keyboard', async () => {
  const challenge = await challengeOf('fix-room-bookings')
  const page = await openPage('/coding?kind=fix-the-bug')
  await tabTo(page, page.getByRole('link', { name: challenge.title }))
  await page.keyboard.press('Enter')
  await page.getByRole('tab', { selected: true }).waitFor()
  await page.getByText('Fix the bug', { exact: true }).first().waitFor()
  await solve(page, { ...challenge, solutionFiles: starterOf(challenge) })
  await page.getByText('Failed:').first().waitFor({ state: 'attached' })
  await solve(page, challenge)
  await passed(page)
})

test('a review: lines are marked and submitted by keyboard, then the explanations are shown', async () => {
  const challenge = await challengeOf('review-user-card')
  const page = await openPage('/coding/review-user-card')
  await signUp(page)
  const [first] = challenge.problems
  for (const problem of challenge.problems) await mark(page, problem)
  await page.getByRole('button', { name: `${first?.path}:${first?.from}` }).waitFor()
  await expectAccessible(page)
  await page.keyboard.press('ControlOrMeta+Enter')
  await passed(page)
  await page.getByText('50 points', { exact: true }).waitFor({ state: 'attached' })
  await page.getByText(new RegExp(`^line ${first?.from}\\.`)).waitFor()
  await expectAccessible(page)
})

const starterOf = ({ files }: Challenge) =>
  files.filter(({ access }) => access === 'editable').map(({ path, text }) => ({ path, text }))

const categories = ['bug', 'security', 'performance', 'accessibility', 'types', 'readability']

/** Moves the cursor to the line, opens the menu with Enter, and chooses the category. */
async function mark(page: Page, { path, from, category }: Challenge['problems'][number]): Promise<void> {
  await openFile(page, path)
  await page.keyboard.press('ControlOrMeta+Home')
  const line = () =>
    page.locator('[role=tabpanel]:not([inert]) .cm-lineNumbers .cm-activeLineGutter').textContent()
  // A wrapped line takes more than one step.
  while (Number(await line()) < from) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('group', { name: new RegExp(`line ${from} of`) }).waitFor()
  for (let moves = categories.indexOf(category); moves > 0; moves -= 1) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('group', { name: new RegExp(`line ${from} of`) }).waitFor({ state: 'detached' })
}

test('names are completed and formatted as TypeScript', async () => {
  const page = await openPage('/coding/typed-event-emitter')
  const challenge = await challengeOf('typed-event-emitter')
  const path = challenge.files.find(({ access }) => access === 'editable')?.path ?? ''
  await write(page, path, 'export   const   names=["a"]\nnames')
  await page
    .getByText(/^No type errors|:\d+/)
    .first()
    .waitFor()
  await page.keyboard.type('.flatM')
  // For a moment after the options appear, Enter is still a line break.
  await page.getByRole('option', { name: 'flatMap' }).click()
  await expect.poll(() => editor(page, path).textContent()).toContain('names.flatMap')
  await page.keyboard.press('Shift+Alt+F')
  await expect.poll(() => editor(page, path).textContent()).toContain("export const names = ['a']")
})

deepTest('an expression shows its type under the pointer', async () => {
  const page = await openPage('/coding/typed-event-emitter')
  const challenge = await challengeOf('typed-event-emitter')
  const path = challenge.files.find(({ access }) => access === 'editable')?.path ?? ''
  await write(page, path, '/** Where we ship to. */\nexport const countries = ["Chile"]\ncountries')
  await page
    .getByText(/^No type errors|:\d+/)
    .first()
    .waitFor()
  const lastLine = editor(page, path).locator('.cm-line').last()
  await lastLine.hover({ position: { x: 20, y: 8 } })
  await page.getByText('const countries: string[]').waitFor()
  await page.getByText('Where we ship to.', { exact: true }).waitFor()
})

deepTest('TypeScript with a page: App.ts renders in the preview', async () => {
  const challenge = await challengeOf('virtual-dom')
  const page = await openPage('/coding/virtual-dom')
  await solve(page, challenge)
  await passed(page)
  const preview = page.frameLocator('iframe[title="Preview"]')
  await preview.getByRole('button', { name: 'Remove the first' }).click()
  await preview.getByRole('heading', { name: 'Guests: 2' }).waitFor()
})

test('the separator is dragged and moved by keyboard, and stays there after a reload', async () => {
  const page = await openPage('/coding/typed-event-emitter')
  const separator = page.getByRole('separator', { name: 'Width of the task' })
  const share = async () => Number(await separator.getAttribute('aria-valuenow'))
  const task = page.getByRole('region', { name: 'Task' })
  await separator.waitFor()
  const [before, box, width] = [
    await share(),
    await separator.boundingBox(),
    (await task.boundingBox())?.width ?? 0,
  ]
  if (!box) throw new Error('the separator is not shown')
  await page.mouse.move(box.x + box.width / 2, box.y + 100)
  await page.mouse.down()
  await page.mouse.move(box.x - 150, box.y + 120, { steps: 4 })
  await page.mouse.up()
  const dragged = await share()
  expect(dragged).toBeLessThan(before - 5)
  expect((await task.boundingBox())?.width).toBeLessThan(width - 100)
  await page.mouse.move(box.x + 200, box.y)
  expect(await share()).toBe(dragged)
  await page.reload()
  await expect.poll(share).toBe(dragged)
  await tabTo(page, separator)
  await page.keyboard.press('ArrowRight')
  await expect.poll(share).toBe(dragged + 2)
  await page.reload()
  await expect.poll(share).toBe(dragged + 2)
})

test('what was written survives a reload, offline, and a second device, which is asked in a conflict', async () => {
  const own = account()
  const first = await openPage('/coding/typed-event-emitter', { mayComplain: /ERR_INTERNET_DISCONNECTED/ })
  await signUp(first, own)
  const [{ path = '' } = {}] = (await challengeOf('typed-event-emitter')).solutionFiles ?? []
  await write(first, path, 'export const device = 1')
  await first.getByText('Saved to your account').waitFor()
  await first.reload()
  await expect.poll(() => editor(first, path).textContent()).toContain('device = 1')

  const second = await openPage('/coding/typed-event-emitter', { as: own as never })
  await expect.poll(() => editor(second, path).textContent()).toContain('device = 1')

  await offline(first.context(), true)
  await write(first, path, 'export const offline = 1')
  await first.getByText('Saved on this device', { exact: true }).waitFor()
  await write(second, path, 'export const device = 2')
  await second.getByText('Saved to your account').waitFor()
  await offline(first.context(), false)
  await first.getByText('You also changed this challenge on another device').waitFor()
  await expectAccessible(first)
  await tabTo(first, first.getByRole('button', { name: 'Use the other version' }))
  await first.keyboard.press('Enter')
  await expect.poll(() => editor(first, path).textContent()).toContain('device = 2')
  await tabTo(first, editor(first, path))
  await first.keyboard.press('ControlOrMeta+z')
  await expect.poll(() => editor(first, path).textContent()).toContain('offline = 1')
})

const offline = (context: BrowserContext, is: boolean) => context.setOffline(is)
