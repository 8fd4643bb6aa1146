import type { Browser, Page, Route } from 'playwright-core'
import type { Engine, Program } from '../program.ts'

/**
 * Runs a page in Chromium, 1280 × 720, cut off from every network.
 * @param files scripts that pages may load, by path: `/react.js`
 * @returns an engine that gives the value of `evaluate`, else what was logged, line by line, and `throws …` for an error
 *   that nobody caught
 */
export async function openPages(
  browser: Browser,
  files: Readonly<Record<string, () => Promise<string>>> = {},
): Promise<Engine> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } })
  context.setDefaultTimeout(patience)
  await context.route('**', (route) => serve(route, files))
  // A new document is much cheaper than a new page, and shares as little.
  const idle: Page[] = []
  return async (program) => {
    const page = idle.pop() ?? (await context.newPage())
    try {
      const came = await runInPage(page, program)
      idle.push(page)
      return came
    } catch (error) {
      await page.close()
      throw error
    } finally {
      page.removeAllListeners()
    }
  }
}

async function serve(route: Route, files: Readonly<Record<string, () => Promise<string>>>): Promise<void> {
  const url = route.request().url()
  if (url === origin) return route.fulfill({ contentType: 'text/html', body: '<!doctype html>' })
  const script = url.startsWith(origin) ? files[`/${url.slice(origin.length)}`] : undefined
  return script ? route.fulfill({ contentType: 'text/javascript', body: await script() }) : route.abort()
}

// A secure origin that exists nowhere else: storage, crypto and the like are there as on a real site.
const origin = 'https://question.test/'

async function runInPage(page: Page, { html, css, script, evaluate }: Program): Promise<string> {
  const lines: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'log') lines.push(message.text())
  })
  page.on('pageerror', (error) => lines.push(`throws ${error.name}`))
  await page.goto(origin)
  // Written the way a parser reads it: scripts run, in order, after the elements above them.
  await page.setContent(source(html, css, script))
  if (evaluate === undefined) {
    await page.waitForTimeout(settled)
    return lines.join('\n')
  }
  const value: unknown = await page.evaluate(evaluate)
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined')
}

const source = (html: string, css: string, script: string): string =>
  `<!doctype html><html lang="en"><head><style>${css}</style></head><body>${html}\n${script === '' ? '' : `<script>${script}</script>`}</body></html>`

/** Milliseconds that a page may take on a busy machine. */
const patience = 120_000

/** Milliseconds until timers and promises of a question have run. */
const settled = 150
