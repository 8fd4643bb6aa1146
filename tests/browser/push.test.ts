import { rm } from 'node:fs/promises'
import { launchLastingChromium, temporaryFolder } from '@rehearse/testing'
import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { patience } from '../support/browser.ts'

const { url } = inject('platform')

let folder: string
let browser: BrowserContext
beforeEach(async () => {
  folder = (await temporaryFolder()).path
  browser = await launchLastingChromium(folder, { baseURL: url })
  browser.setDefaultTimeout(patience)
})
afterEach(async () => {
  await browser?.close()
  await rm(folder, { recursive: true, force: true })
})

/** The browser's id of our service worker, once it is active. */
async function registrationIn(page: Page, devtools: CDPSession): Promise<string> {
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  const { promise, resolve } = Promise.withResolvers<string>()
  devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const own = registrations.find(({ scopeURL }) => scopeURL === `${url}/`)
    if (own) resolve(own.registrationId)
  })
  await devtools.send('ServiceWorker.enable')
  return promise
}

/** The notifications that the browser shows: title, text and target page. */
const shown = (page: Page) =>
  page.evaluate<[string, string, string][]>(`navigator.serviceWorker.ready
    .then((registration) => registration.getNotifications())
    .then((all) => all.map(({ title, body, data }) => [title, body, data.url]))`)

// To subscribe, Chromium calls its vendor's service, which tests don't reach; identity's tests cover that exchange.
// Here the browser hands the message to the service worker.
test('a push message is shown, even an unreadable one', async () => {
  await browser.grantPermissions(['notifications'], { origin: url })
  const page = browser.pages()[0] ?? (await browser.newPage())
  await page.goto('/')
  const devtools = await browser.newCDPSession(page)
  const registrationId = await registrationIn(page, devtools)
  // A worker that has only just become active may miss a message, so it is sent until it is shown.
  const shownAfter = async (data: string) => {
    await devtools.send('ServiceWorker.deliverPushMessage', { origin: url, registrationId, data })
    return shown(page)
  }

  const message = JSON.stringify({ title: 'Ten questions', body: 'They wait for you.', url: '/flashcards' })
  await expect
    .poll(() => shownAfter(message), { interval: 500 })
    .toContainEqual(['Ten questions', 'They wait for you.', '/flashcards'])
  await expect
    .poll(() => shownAfter('no JSON'), { interval: 500 })
    .toContainEqual(['Rehearse', '', '/dashboard'])
})
