import { expect, test } from 'vitest'
import { openPage } from '../support/browser.ts'

/** The page before the app started, and whether its heading is the same element afterwards. */
const look = `(() => ({
  title: document.title,
  first: globalThis.firstHeading,
  kept: globalThis.heading !== null && globalThis.heading.isConnected,
  styles: [...document.querySelectorAll('link[rel=stylesheet][disabled]')].length,
  reloaded: [...document.querySelectorAll('link[rel=stylesheet][disabled]')]
    .map(({ href }) => href)
    .filter((href) => performance.getEntriesByName(href).length > 0),
  lang: document.documentElement.lang,
  dir: document.documentElement.dir,
}))()`

interface Look extends Record<'title' | 'first' | 'lang' | 'dir', string | null> {
  kept: boolean
  /** The page's inlined styles, and those that were loaded as files too. */
  styles: number
  reloaded: string[]
}

const remember = `addEventListener('DOMContentLoaded', () => {
  globalThis.heading = document.querySelector('h1')
  const isShown = getComputedStyle(document.getElementById('root')).display !== 'none'
  globalThis.firstHeading = isShown ? globalThis.heading?.textContent ?? null : null
})`

const loadedFonts = `[...document.fonts]
  .filter(({ status }) => status === 'loaded')
  .map(({ family }) => family.replaceAll('"', ''))`

async function visit(path: string, options: Parameters<typeof openPage>[1]) {
  const page = await openPage('/favicon.svg', options)
  await page.addInitScript(remember)
  await page.goto(path)
  // The app has started.
  await expect.poll(() => page.evaluate('globalThis.takeEarlyEvents === undefined')).toBe(true)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return { page, ...(await page.evaluate<Look>(look)) }
}

const home = { en: 'Rehearse the interview before it happens.', ar: 'تمرَّن على المقابلة قبل أن تحدث.' }

test.each([
  ['en-GB', home.en, 'ltr', 'IBM Plex Sans'],
  ['ar-EG', home.ar, 'rtl', 'IBM Plex Sans Arabic'],
])(
  'the home page is prerendered for a first visitor who reads %s, and the app hydrates it unchanged',
  async (locale, heading, dir, font) => {
    const { page, ...visited } = await visit('/', { locale })
    expect(visited).toMatchObject({ first: heading, kept: true, lang: locale.slice(0, 2), dir })
    // The app doesn't load styles that are inlined in the page.
    expect(visited.reloaded).toEqual([])
    expect(visited.styles).toBeGreaterThan(0)
    // The styles of the first paint load no fonts; the app starts with them.
    expect(await page.locator('head > style').first().textContent()).not.toMatch(/url\(/)
    await expect.poll(() => page.evaluate<string[]>(loadedFonts)).toContain(font)
  },
)

test.each([
  ['has chosen Arabic', { locale: 'en-GB', kept: { language: 'ar' } }, home.ar],
  ['has chosen the light theme', { locale: 'en-GB', kept: { theme: 'light' } }, home.en],
  ['reads a language that is written the other way', { locale: 'he-IL' }, home.en],
])('a user who %s never sees the prerendered page', async (_who, options, heading) => {
  const { page, first } = await visit('/', options)
  expect(first).toBeNull()
  await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe(heading)
})

test('a press before the app starts takes effect when it has started', async () => {
  const page = await openPage('/favicon.svg')
  const held = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('button', { name: '4 4 4 4' }).click()
  held.resolve()
  await page.getByText('Correct').waitFor()
})

/** Presses once React listens on the page, before it has hydrated any of it. */
const pressInBetween = `{
  const listen = EventTarget.prototype.addEventListener
  EventTarget.prototype.addEventListener = function (type, ...others) {
    listen.call(this, type, ...others)
    if (this.id !== 'root' || type !== 'click') return
    EventTarget.prototype.addEventListener = listen
    queueMicrotask(() => document.querySelector('button[aria-label="Switch to light theme"]').click())
  }
}`

test('a press during hydration takes effect once', async () => {
  const page = await openPage('/favicon.svg')
  await page.addInitScript(pressInBetween)
  await page.goto('/')
  await expect.poll(() => page.evaluate('globalThis.takeEarlyEvents === undefined')).toBe(true)
  expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('light')
})

test.each([
  ['en', 'Main'],
  ['ar', 'الرئيسي'],
])('on the narrowest phone each label of the bar has one line: %s', async (language, bar) => {
  const page = await openPage('/learning-paths', {
    kept: { language },
    viewport: { width: 320, height: 640 },
  })
  const labels = page.getByRole('navigation', { name: bar }).getByRole('link').locator('span:visible')
  await labels.first().waitFor()
  const heights = await labels.evaluateAll((all) => all.map((label) => label.getBoundingClientRect().height))
  expect(heights).toHaveLength(5)
  expect(new Set(heights)).toEqual(new Set([heights[0]]))
})

const countShifts = `globalThis.shift = 0
new PerformanceObserver((list) => {
  for (const { hadRecentInput, value } of list.getEntries()) if (!hadRecentInput) globalThis.shift += value
}).observe({ type: 'layout-shift', buffered: true })`

test.each([
  [390, 844],
  [1440, 900],
])('the home page doesn’t jump while it loads, at %d × %d', async (width, height) => {
  const page = await openPage('/favicon.svg', { viewport: { width, height } })
  await page.addInitScript(countShifts)
  await page.goto('/', { waitUntil: 'networkidle' })
  await page.evaluate('document.fonts.ready.then(() => undefined)')
  // The app has started.
  await expect.poll(() => page.evaluate('globalThis.takeEarlyEvents === undefined')).toBe(true)
  expect(await page.evaluate<number>('globalThis.shift')).toBeLessThan(0.01)
})
