import type { Browser, Page } from 'playwright-core'
import type { Engine, Program } from '../program.ts'

/**
 * Runs a page in Chromium, 1280 × 720, cut off from every network.
 * @returns an engine that gives the value of `evaluate`, else what was logged, line by line, and `throws …` for an error
 *   that nobody caught
 */
export async function openPages(browser: Browser): Promise<Engine> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } })
  context.setDefaultTimeout(patience)
  await context.route('**', (route) =>
    route.request().url() === origin
      ? route.fulfill({ contentType: 'text/html', body: '<!doctype html>' })
      : route.abort(),
  )
  return async (program) => {
    const page = await context.newPage()
    try {
      return await runInPage(page, program)
    } finally {
      await page.close()
    }
  }
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
