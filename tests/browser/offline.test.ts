import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { launchLastingChromium, temporaryFolder } from '@rehearse/testing'
import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { answerOffline } from '../support/answer-offline.ts'
import { patience } from '../support/browser.ts'
import { superAdmin } from '../support/client.ts'
import { newPath, newQuestion, practiceOfOne } from '../support/questions.ts'

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
  browser.setDefaultTimeout(patience)
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

/** Reads the database on the device without creating it. */
const inDatabase = (store: string, method: 'count' | 'getAllKeys', none: string) => `(async () => {
  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  const databases = await indexedDB.databases()
  if (!databases.some(({ name }) => name === 'rehearse')) return ${none}
  const database = await done(indexedDB.open('rehearse'))
  try {
    return await done(database.transaction('${store}').objectStore('${store}').${method}())
  } finally {
    database.close()
  }
})()`
const savedQuestions = inDatabase('questions', 'count', '0')
/** Their owner and the hashes of their queries. */
const savedCopies = `${inDatabase('copies', 'getAllKeys', '[]')}.then((keys) => keys.map(String))`

test('offline the app opens and practice works; after a restart, queued answers are sent once, in order', async () => {
  let page = await openBrowser()
  await page.goto('/')
  await signUp(page)
  await page.goto('/questions?learningPath=css-practice')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  // Questions are saved in the background.
  await expect.poll(() => page.evaluate<number>(savedQuestions)).toBeGreaterThanOrEqual(3)

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

test('offline, visited pages show their saved copy and its age, until the network is back', async () => {
  const page = await openBrowser()
  await page.goto('/')
  await signUp(page)
  const reply = await page.request.get('/api/learning-paths/react-practice')
  const { data } = (await reply.json()) as { data: { steps: { id: string; title: string }[] } }
  const step = data.steps[0] ?? { id: 'none', title: 'no step' }
  const pages = [
    { path: '/dashboard', key: '"progress"', text: 'Learning paths to start with' },
    { path: '/flashcards', key: '"reviews"', text: 'No cards are due' },
    { path: '/cheatsheet', key: '"/api/cheatsheets"', text: 'Flexbox' },
    { path: '/coding/todo-list', key: '"todo-list"', text: 'Reset to starter code' },
    { path: '/learning-paths/react-practice', key: '"react-practice"', text: step.title },
    { path: `/learning-paths/react-practice/${step.id}`, key: '"course"', text: step.title },
  ]
  for (const { path, key, text } of pages) {
    await page.goto(path)
    await page.getByRole('main').getByText(text).first().waitFor()
    // Copies are saved in the background.
    await expect.poll(() => page.evaluate<string[]>(savedCopies)).toContainEqual(expect.stringContaining(key))
  }
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')

  await browser.setOffline(true)
  let failed: string[] = []
  browser.on('requestfailed', (request) => failed.push(new URL(request.url()).pathname))
  const age = page.getByText(/^Saved \d+ minutes? ago$/)
  for (const { path, text } of pages) {
    failed = []
    await page.goto(path)
    await page.getByRole('main').getByText(text).first().waitFor()
    await age.waitFor()
    expect(await page.getByText('could not be loaded').count()).toBe(0)
  }
  const note = await age.boundingBox()
  const content = await page.getByRole('main').boundingBox()
  expect((note?.y ?? 0) + (note?.height ?? 0)).toBeLessThanOrEqual(content?.y ?? 0)

  // After its retries, only the returning connection makes it load again.
  const retries = () => failed.filter((path) => path === '/api/learning-paths/react-practice').length
  await expect.poll(retries).toBe(3)
  await browser.setOffline(false)
  await age.waitFor({ state: 'detached' })
})

test('offline, the images of saved questions and lessons are shown', async () => {
  const asAdmin = await superAdmin()
  const image = async (name: string, alt: string) => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 100"><title>${name}</title><circle r="40"/></svg>`
    const form = new FormData()
    form.append('alt', alt)
    form.append('file', new Blob([svg], { type: 'image/svg+xml' }), 'shape.svg')
    const { body } = await asAdmin<{ data: { url: string } }>('/api/images', { body: form })
    return `![${alt}](${body.data.url})`
  }
  const id = await newPath()
  const [inQuestion, inOption, inLesson] = await Promise.all([
    image(`${id} question`, 'In the question'),
    image(`${id} option`, 'In the option'),
    image(`${id} lesson`, 'In the lesson'),
  ])
  const options = [
    { text: inOption, isCorrect: true },
    { text: 'Nothing', isCorrect: false },
  ]
  const question = await newQuestion({ learningPath: id, content: inQuestion, options })
  const step = { id: 'one', title: 'One', summary: '', questionIds: [question.id], lesson: inLesson }
  await asAdmin(`/api/learning-paths/${id}`, { method: 'PUT', body: { steps: [step] } })

  const page = await openBrowser()
  await page.goto('/')
  await signUp(page)
  // Images are saved with the texts, not by being seen.
  await page.route('**/api/images/**', (route) =>
    route.request().resourceType() === 'image' ? route.abort() : route.continue(),
  )
  const savedImages = `caches.open('images').then((cache) => cache.keys()).then((keys) => keys.length)`
  await page.goto(`/learning-paths/${id}/one`)
  await expect.poll(() => page.evaluate<number>(savedImages)).toBe(1)
  await page.goto(`/questions?learningPath=${id}`)
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  await expect.poll(() => page.evaluate<number>(savedQuestions)).toBeGreaterThanOrEqual(1)
  await expect.poll(() => page.evaluate<number>(savedImages)).toBe(3)
  await page.unroute('**/api/images/**')
  // The browser's own cache would show them, too.
  const session = await browser.newCDPSession(page)
  await session.send('Network.clearBrowserCache')

  await browser.setOffline(true)
  for (const [path, alts] of [
    [`/questions?learningPath=${id}`, ['In the question', 'In the option']],
    [`/learning-paths/${id}/one`, ['In the lesson']],
  ] as const) {
    await page.goto(path)
    for (const alt of alts) {
      const shown = page.getByRole('img', { name: alt })
      await shown.scrollIntoViewIfNeeded()
      await expect
        .poll(() => shown.evaluate((one) => (one as unknown as { naturalWidth: number }).naturalWidth))
        .toBe(300)
    }
  }
})

test('an answer updates the stats in every open tab, over one connection', async () => {
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
  // The tab with the connection is closed; the other takes over.
  await page.close()
  await expect.poll(() => streams).toHaveLength(2)
})
