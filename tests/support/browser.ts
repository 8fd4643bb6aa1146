import AxeBuilder from '@axe-core/playwright'
import { launchChromium } from '@rehearse/testing'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import type { Learner } from './client.ts'
import './platform.ts'

const { url } = inject('platform')

/** Milliseconds for each step: far above what it takes, so that a slow machine fails no test. */
export const patience = Number(process.env.PATIENCE)

/** Pages are closed after seconds: optimizing their scripts would take a quarter of the processor time of all tests. */
const unoptimized = '--js-flags=--no-maglev,--no-turbofan'

/** Shared by the test files of a process. */
let shared: Promise<Browser> | undefined
/** A file's own, with other switches. */
let own: Promise<Browser> | undefined
const pages: Page[] = []
const staying: Page[] = []
const complaints: string[] = []

/** Ends what a test opened; `close-pages.ts` registers it for each file. */
export async function closePages(): Promise<void> {
  await closeAll(pages)
  // An error that a page only logs to the console fails its test.
  const said = complaints.splice(0)
  expect(said, said.join('\n')).toEqual([])
}

/** Ends what a test file opened. */
export async function closeSharedPages(): Promise<void> {
  await closeAll(staying)
  await (await own)?.close()
  own = undefined
}

const closeAll = (open: Page[]) => Promise.all(open.splice(0).map((page) => page.context().close()))

/** Starts a browser with other switches for the pages of a test file; call it before the first page. */
export function startBrowserWith(switches: readonly string[]): void {
  own ??= launchChromium([unoptimized, ...switches])
}

async function running(): Promise<Browser> {
  if (own) return own
  if (shared && !(await shared).isConnected()) shared = undefined
  shared ??= launchChromium([unoptimized])
  return shared
}

export interface PageOptions extends BrowserContextOptions {
  /** What the browser has stored on an earlier visit: theme, direction, language. */
  kept?: Readonly<Record<string, string>>
  /** The signed-in learner; a visitor by default. */
  as?: Learner
  /** Console messages that the test causes, besides 4xx responses. */
  mayComplain?: RegExp
  /** For test files that go through many pages: keeps the page open until the last test of its file. */
  stays?: boolean
}

/** A small phone, right to left. */
export const phone: PageOptions = {
  viewport: { width: 320, height: 640 },
  kept: { theme: 'light', direction: 'rtl' },
}

/** A page in its own context: nothing is shared with other pages of a test. */
export async function openPage(
  path: string,
  { kept = {}, as, mayComplain, stays = false, ...options }: PageOptions = {},
): Promise<Page> {
  const localStorage = Object.entries(kept).map(([name, value]) => ({ name, value }))
  const storageState = { cookies: [], origins: [{ origin: new URL(url).origin, localStorage }] }
  const context = await (await running()).newContext({
    baseURL: url,
    storageState,
    // Saving the whole app in a browser context that is discarded soon would be half the work of most tests.
    serviceWorkers: 'block',
    ...options,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(patience)
  page.on('pageerror', (error) => {
    if (isOurs(error.stack ?? '')) complaints.push(`${page.url()}: ${error.message}`)
  })
  page.on('console', (message) => {
    const ours = message.type() === 'error' && isOurs(message.location().url)
    if (ours && !isExpected(message.text()) && !mayComplain?.test(message.text()))
      complaints.push(message.text())
  })
  ;(stays ? staying : pages).push(page)
  if (as) await signIn(page, as)
  await page.goto(path)
  return page
}

/** A browser that signed in on an earlier visit. */
export async function signIn(page: Page, { email, password }: Learner): Promise<void> {
  const headers = { origin: new URL(url).origin }
  const reply = await page.request.post('/api/auth/login', { data: { email, password }, headers })
  expect(reply.status()).toBe(200)
}

/** Learners' code runs in a frame of another origin, where errors are allowed. */
const isOurs = (place: string) => place.includes(`${url}/`)

/** Chromium reports every 4xx; tests decide which of them are expected. */
const isExpected = (text: string) => /status of 4\d\d/.test(text)

/** Checks WCAG 2.2 AA, as far as a program can, after all transitions. */
export async function expectAccessible(page: Page, where = page.url()): Promise<void> {
  await page.evaluate(`Promise.allSettled(document.getAnimations()
    .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
    .map(({ finished }) => finished))`)
  const { violations } = await new AxeBuilder({ page })
    // A page without frames needs no second page to collect results of frames.
    .setLegacyMode(page.frames().length === 1)
    // Without details of what is fine, which take as long as the rules.
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  const broken = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
  expect(broken, where).toEqual([])
}

/** Accessible, and no wider than the window. @param where named in the failure */
export async function expectFits(page: Page, where: string): Promise<void> {
  await expectAccessible(page, where)
  await expectNoSidewaysScroll(page, where)
}

/** After the layout has settled: a script adapts some of it to the window's size. */
export async function expectNoSidewaysScroll(page: Page, where: string): Promise<void> {
  const overflow = () => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  await expect.poll(overflow, { message: `${where} scrolls sideways` }).toBeLessThanOrEqual(0)
}
