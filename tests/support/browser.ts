import AxeBuilder from '@axe-core/playwright'
import { launchChromium } from '@rehearse/testing'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, expect, inject } from 'vitest'
import type { Learner } from './client.ts'
import './platform.ts'

const { url } = inject('platform')

let browser: Promise<Browser> | undefined
const pages: Page[] = []
const complaints: string[] = []

afterEach(async () => {
  await Promise.all(pages.splice(0).map((page) => page.context().close()))
  // What a page complains of to no one but the console is a problem all the same.
  expect(complaints.splice(0)).toEqual([])
})
afterAll(async () => (await browser)?.close())

/** For the pages of a test file that needs a browser with other switches than usual; called before the first page. */
export function startBrowserWith(switches: readonly string[]): void {
  browser ??= launchChromium(switches)
}

export interface PageOptions extends BrowserContextOptions {
  /** What the browser has kept of an earlier visit: theme, direction, language. */
  kept?: Readonly<Record<string, string>>
  /** Who is signed in; no one if left out. */
  as?: Learner
  /** What a test brings about that Chromium tells the console of, beside refusals. */
  mayComplain?: RegExp
  /** For the tests of a file that go through many pages: it stays open as long as the browser. */
  stays?: boolean
}

/** A small phone, right to left. */
export const phone: PageOptions = {
  viewport: { width: 320, height: 640 },
  kept: { theme: 'light', direction: 'rtl' },
}

/** A page of a person of its own: nothing is shared with other pages of a test. */
export async function openPage(
  path: string,
  { kept = {}, as, mayComplain, stays = false, ...options }: PageOptions = {},
): Promise<Page> {
  browser ??= launchChromium()
  const localStorage = Object.entries(kept).map(([name, value]) => ({ name, value }))
  const storageState = { cookies: [], origins: [{ origin: new URL(url).origin, localStorage }] }
  const context = await (await browser).newContext({
    baseURL: url,
    storageState,
    // To keep the whole app on a device that is gone soon would be half the work of most tests.
    serviceWorkers: 'block',
    ...options,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  page.on('pageerror', (error) => {
    if (isOurs(error.stack ?? '')) complaints.push(`${page.url()}: ${error.message}`)
  })
  page.on('console', (message) => {
    const ours = message.type() === 'error' && isOurs(message.location().url)
    if (ours && !isExpected(message.text()) && !mayComplain?.test(message.text()))
      complaints.push(message.text())
  })
  if (!stays) pages.push(page)
  if (as) await signIn(page, as)
  await page.goto(path)
  return page
}

/** As a browser that signed in on an earlier visit. */
export async function signIn(page: Page, { email, password }: Learner): Promise<void> {
  const headers = { origin: new URL(url).origin }
  const reply = await page.request.post('/api/auth/login', { data: { email, password }, headers })
  expect(reply.status()).toBe(200)
}

/** Learners' code runs in a frame of another origin, and may fail there as it likes. */
const isOurs = (place: string) => place.includes(`${url}/`)

/** Chromium reports every 4xx; which of them may come is for the tests to say. */
const isExpected = (text: string) => /status of 4\d\d/.test(text)

/** WCAG 2.2 AA, as far as a program can judge it, once nothing fades in any more. */
export async function expectAccessible(page: Page, where = page.url()): Promise<void> {
  await page.evaluate(`Promise.allSettled(document.getAnimations()
    .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
    .map(({ finished }) => finished))`)
  const { violations } = await new AxeBuilder({ page })
    // A page without frames needs no second page to gather what each frame says.
    .setLegacyMode(page.frames().length === 1)
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  const broken = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
  expect(broken, where).toEqual([])
}

/** Accessible, and no wider than the window. @param where is told when it isn't */
export async function expectFits(page: Page, where: string): Promise<void> {
  await expectAccessible(page, where)
  await expectNoSidewaysScroll(page, where)
}

/** Once the layout has settled: some of it follows the window's size by script. */
export async function expectNoSidewaysScroll(page: Page, where: string): Promise<void> {
  const overflow = () => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  await expect.poll(overflow, { message: `${where} scrolls sideways`, timeout: 5_000 }).toBeLessThanOrEqual(0)
}
