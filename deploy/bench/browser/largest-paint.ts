import type { Browser } from 'playwright-core'

const phone = { width: 412, height: 823 }

/** The largest paint of a first visit without any throttling, in milliseconds from when it was asked for. */
export async function largestPaint(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: phone })
  try {
    const page = await context.newPage()
    await page.goto(url, { waitUntil: 'networkidle' })
    return await page.evaluate<number>(`new Promise((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
        .observe({ type: 'largest-contentful-paint', buffered: true })
    })`)
  } finally {
    await context.close()
  }
}
