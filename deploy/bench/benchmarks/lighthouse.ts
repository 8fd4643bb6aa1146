import { freePort } from '@rehearse/local-platform'
import { launchChromium } from '@rehearse/testing'
import runLighthouse from 'lighthouse'
import type { Browser } from 'playwright-core'
import type { LoadBenchmark } from '../src/benchmark.ts'
import { openPagesWorld, type PagesWorld } from '../src/progress-world.ts'
import { median } from '../src/statistics.ts'

const phone = { width: 412, height: 823 }

/** Largest Contentful Paint of a first visit without throttling, in milliseconds since the request. */
async function largestPaint(browser: Browser, url: string): Promise<number> {
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

const paths = ['/', '/questions', '/learning-paths', '/dashboard']
const goals = { performance: 95, accessibility: 100, 'best-practices': 100 } as const
/** The maximum Largest Contentful Paint of the home page, relative to an empty page. */
const paintGoal = 1.5

/** First visits with Lighthouse's phone profile, and the paint time of the home page compared with an empty one. */
export const lighthouse: LoadBenchmark = {
  name: 'lighthouse',
  run: async ({ short, say, signal }) => {
    await using stack = new AsyncDisposableStack()
    const world = await openPagesWorld(stack, signal)
    const rounds = short ? 1 : 5
    const audits = new Map<string, Audit[]>(paths.map((path) => [path, []]))
    for (let round = 1; round <= rounds; round += 1) {
      for (const [path, taken] of audits) {
        signal.throwIfAborted()
        say(`round ${round} of ${rounds}: ${path}`)
        taken.push(await auditPage(world.url + path))
      }
    }
    const of = (path: string, figure: keyof Audit) =>
      median((audits.get(path) ?? []).map((audit) => audit[figure]))
    const [home, empty] = await paints(world, rounds * 3)
    return {
      title: 'Lighthouse, as a phone; largest paint and blocked time in ms',
      rows: [
        ['', 'performance', 'accessibility', 'best practices', 'largest paint', 'blocked'],
        ...paths.map((path) => [
          path,
          ...(Object.keys(goals) as (keyof typeof goals)[]).map((goal) => of(path, goal).toFixed(0)),
          of(path, 'largestPaint').toFixed(0),
          of(path, 'blocked').toFixed(0),
        ]),
      ],
      verdicts: [
        ...paths.flatMap((path) =>
          (Object.keys(goals) as (keyof typeof goals)[]).map((goal) => ({
            holds: of(path, goal) >= goals[goal],
            text: `${path}: ${goal} ${of(path, goal)}, goal ≥ ${goals[goal]}`,
          })),
        ),
        {
          holds: home <= paintGoal * empty,
          text: `largest paint of / after ${home.toFixed(0)} ms, ${(home / empty).toFixed(2)} × an empty page's ${empty.toFixed(0)}, goal ≤ ${paintGoal}`,
        },
      ],
    }
  },
}

/** Paints of the home page and the empty one in turn, so that other load on the machine affects both alike. */
async function paints(world: PagesWorld, rounds: number): Promise<[home: number, empty: number]> {
  const browser = await launchChromium()
  try {
    const home: number[] = []
    const empty: number[] = []
    // The first round warms up.
    for (let round = 0; round <= rounds; round += 1) {
      const taken = [
        await largestPaint(browser, world.url),
        await largestPaint(browser, world.emptyPage),
      ] as const
      if (round === 0) continue
      home.push(taken[0])
      empty.push(taken[1])
    }
    return [median(home), median(empty)]
  } finally {
    await browser.close()
  }
}

/** Lighthouse's result for one visit: scores out of 100, and milliseconds. */
interface Audit {
  performance: number
  accessibility: number
  'best-practices': number
  largestPaint: number
  blocked: number
}

/** A busy machine may lose the start of a visit's trace. */
const TRIES = 3

/** A first visit by a phone on a slow network, measured by Lighthouse with an empty browser profile. */
async function auditPage(url: string): Promise<Audit> {
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
    const result = await runLighthouse(url, { port, onlyCategories, logLevel: 'silent' })
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
