import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { launchLastingChromium, temporaryFolder } from '@rehearse/testing'
import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import '../support/platform.ts'
import { practiceOfOne } from '../support/questions.ts'

const { url } = inject('platform')

let folder: string
let browser: BrowserContext
beforeEach(async () => {
  folder = (await temporaryFolder()).path
})
afterEach(async () => {
  await browser?.close()
  await rm(folder, { recursive: true, force: true })
})

async function openBrowser(): Promise<Page> {
  browser = await launchLastingChromium(folder, { baseURL: url })
  browser.setDefaultTimeout(20_000)
  return browser.pages()[0] ?? browser.newPage()
}

async function signUp(page: Page): Promise<void> {
  const account = { email: `offline-${randomUUID()}@rehearse.test`, password: 'point and click' }
  const reply = await page.request.post('/api/auth/register', {
    data: { ...account, confirmPassword: account.password, name: 'Ada Lovelace' },
    headers: { origin: url },
  })
  expect(reply.status()).toBe(201)
}

const totals = async (page: Page) => {
  const reply = await page.request.get('/api/progress/get')
  return ((await reply.json()) as { progress: { totalQuestions: number } }).progress.totalQuestions
}

/** How many questions are on the device; where nothing is yet, nothing is made by looking. */
const keptQuestions = `(async () => {
  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  const databases = await indexedDB.databases()
  if (!databases.some(({ name }) => name === 'rehearse')) return 0
  const database = await done(indexedDB.open('rehearse'))
  try {
    return await done(database.transaction('questions').objectStore('questions').count())
  } finally {
    database.close()
  }
})()`

/** Answers the question that is shown, and goes on. @returns its title */
async function answerOffline(page: Page): Promise<string> {
  await page.getByRole('radio').or(page.getByRole('checkbox')).first().waitFor()
  const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  await page.keyboard.press('1')
  await page.keyboard.press('Enter')
  await page.getByText('This answer is saved on your device').waitFor()
  await page.keyboard.press('Enter')
  return title
}

test('without a network the app opens, practice goes on, and what waits is sent once, in order, after a restart', async () => {
  let page = await openBrowser()
  await page.goto('/')
  await signUp(page)
  await page.goto('/questions?category=javascript')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  // Questions are kept behind the page that shows them.
  await expect.poll(() => page.evaluate<number>(keptQuestions)).toBeGreaterThanOrEqual(3)

  await browser.setOffline(true)
  await page.reload()
  const titles = [await answerOffline(page), await answerOffline(page), await answerOffline(page)]
  await page.getByText('3 answers to sync.').waitFor()
  await page.getByRole('link', { name: 'View', exact: true }).click()
  const waiting = page.getByRole('region', { name: 'Waiting to sync' }).getByRole('listitem')
  await expect.poll(() => waiting.count()).toBe(3)
  expect((await waiting.allInnerTexts()).map((text) => text.split('\n')[0])).toEqual(titles)
  await browser.close()

  page = await openBrowser()
  await page.goto('/')
  await page.getByText('3 answers synced.').waitFor()
  expect(await totals(page)).toBe(3)
  const reply = await page.request.get('/api/progress/history')
  const { history } = (await reply.json()) as { history: { title: string }[] }
  expect(history.map(({ title }) => title)).toEqual(titles.toReversed())
  await page.reload()
  await page.getByText('Signed in as Ada Lovelace').waitFor({ state: 'attached' })
  expect(await totals(page)).toBe(3)
})

test('an answer moves the figures in every open tab, over one connection', async () => {
  const page = await openBrowser()
  const streams: string[] = []
  browser.on('request', (request) => {
    if (request.url().endsWith('/api/progress/stream')) streams.push(request.url())
  })
  await signUp(page)
  await page.goto(await practiceOfOne())
  await page.getByRole('radio').first().waitFor()
  await expect.poll(() => streams).toHaveLength(1)
  const other = await browser.newPage()
  await other.goto('/learning-paths')
  await other.getByText('0-day streak, 0 points').waitFor({ state: 'attached' })
  await page.keyboard.press('1')
  await page.keyboard.press('Enter')
  await other.getByText(/1-day streak/).waitFor({ state: 'attached' })
  expect(streams).toHaveLength(1)
  // The tab that listened is closed: the other takes its place.
  await page.close()
  await expect.poll(() => streams).toHaveLength(2)
})
