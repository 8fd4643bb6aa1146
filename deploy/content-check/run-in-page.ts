import type { Browser, Page, Route } from 'playwright-core'
import type { Engine, Program } from './check.ts'

/** What opens pages: a browser, or one that starts on demand. */
export type Contexts = Pick<Browser, 'newContext'>

/**
 * Runs a page in Chromium, 1280 × 720, without any network.
 * @param files scripts that pages may load, by path: `/react.js`
 * @returns an engine that returns the value of `evaluate`, or else the log, line by line, with `throws …` for an
 *   uncaught error
 */
export function openPages(
  browser: Contexts,
  files: Readonly<Record<string, () => Promise<string>>> = {},
): Engine {
  // A new document is much cheaper than a new page; the storage of the previous one is cleared first.
  const idle: Room[] = []
  return async (program) => {
    const room = idle.pop() ?? (await openRoom(browser, files))
    try {
      await room.clear()
      const outcome = await runInPage(room.page, program)
      idle.push(room)
      return outcome
    } catch (error) {
      await room.page.context().close()
      throw error
    } finally {
      room.page.removeAllListeners()
    }
  }
}

/** A page with its own cookies and storage. */
interface Room {
  readonly page: Page
  readonly clear: () => Promise<unknown>
}

async function openRoom(
  browser: Contexts,
  files: Readonly<Record<string, () => Promise<string>>>,
): Promise<Room> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } })
  context.setDefaultTimeout(timeout)
  await context.route('**', (route) => serve(route, files))
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  return {
    page,
    clear: async () => {
      await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
      // Cookies with a Domain attribute belong to no origin.
      await context.clearCookies()
    },
  }
}

async function serve(route: Route, files: Readonly<Record<string, () => Promise<string>>>): Promise<void> {
  const url = route.request().url()
  if (url === origin) return route.fulfill({ contentType: 'text/html', body: '<!doctype html>' })
  const script = url.startsWith(origin) ? files[`/${url.slice(origin.length)}`] : undefined
  return script ? route.fulfill({ contentType: 'text/javascript', body: await script() }) : route.abort()
}

// A made-up secure origin, so that storage, crypto and the like work as on a real site.
const origin = 'https://question.test/'

async function runInPage(page: Page, { html, css, script, evaluate }: Program): Promise<string> {
  const lines: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'log') lines.push(message.text())
  })
  page.on('pageerror', (error) => lines.push(`throws ${error.name}`))
  await page.goto(origin)
  // In document order: scripts run after the elements above them.
  await page.setContent(source(html, css, script))
  if (evaluate === undefined) {
    await page.evaluate(settled)
    return lines.join('\n')
  }
  const value: unknown = await page.evaluate(evaluate)
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined')
}

const source = (html: string, css: string, script: string): string =>
  `<!doctype html><html lang="en"><head><style>${css}</style></head><body>${html}\n${script === '' ? '' : `<script>${script}</script>`}</body></html>`

/** Milliseconds that a page may take on a busy machine. */
const timeout = 120_000

/** Resolves after the page's own timers and frames, however slow the machine. */
const settled = `new Promise((done) => setTimeout(() => requestAnimationFrame(() => setTimeout(done)), 150))`
