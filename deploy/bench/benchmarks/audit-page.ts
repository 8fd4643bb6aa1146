import { freePort } from '@rehearse/local-platform'
import { launchChromium } from '@rehearse/testing'
import lighthouse from 'lighthouse'

/** Lighthouse's result for one visit: scores out of 100, and milliseconds. */
export interface Audit {
  performance: number
  accessibility: number
  'best-practices': number
  largestPaint: number
  blocked: number
}

/** A busy machine may lose the start of a visit's trace. */
const TRIES = 3

/** A first visit by a phone on a slow network, measured by Lighthouse with an empty browser profile. */
export async function auditPage(url: string): Promise<Audit> {
  for (let left = TRIES; left > 0; left -= 1) {
    const audit = await tryToAudit(url)
    if (audit) return audit
  }
  throw new Error(`Lighthouse could not audit ${url}`)
}

async function tryToAudit(url: string): Promise<Audit | undefined> {
  const port = await freePort()
  const browser = await launchChromium([`--remote-debugging-port=${port}`])
  try {
    const onlyCategories = ['performance', 'accessibility', 'best-practices']
    const result = await lighthouse(url, { port, onlyCategories, logLevel: 'silent' })
    if (!result || result.lhr.runtimeError) return undefined
    const { categories, audits } = result.lhr
    const score = (name: string) => Math.round((categories[name]?.score ?? Number.NaN) * 100)
    const time = (name: string) => audits[name]?.numericValue ?? Number.NaN
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      largestPaint: time('largest-contentful-paint'),
      blocked: time('total-blocking-time'),
    }
  } finally {
    await browser.close()
  }
}
