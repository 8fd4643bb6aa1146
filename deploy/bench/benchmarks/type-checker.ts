import { launchChromium } from '@rehearse/testing'
import type { Browser } from 'playwright-core'
import { buildTypeCheckerSite, type ServedFile } from '../../../frontend/build/type-checker-client.ts'
import type { LoadBenchmark } from '../src/benchmark.ts'
import { timing } from '../src/benchmark.ts'

/** Milliseconds, at the median of the runs and of the edits. */
const goals = { start: 3_000, edit: 50 } as const
const edits = 40

const files = {
  typescript: [
    'cart.ts',
    'export const total = (prices: readonly number[]): number => prices.reduce((a, b) => a + b, 0)\n',
  ],
  react: [
    'App.tsx',
    "import { useState } from 'react'\n\nexport default function App() {\n  const [count, setCount] = useState(0)\n  return <button onClick={() => setCount(count + 1)}>{count}</button>\n}\n",
  ],
} as const
type Kind = keyof typeof files

interface Measured {
  start: number
  edits: number[]
}

/** What learners wait for while they type in a coding challenge. */
export const typeChecker: LoadBenchmark = {
  name: 'type-checker',
  run: async ({ short, say, signal }) => {
    say('type-checker: building it as the app does')
    const site = await buildTypeCheckerSite()
    const browser = await launchChromium()
    const runs = short ? 1 : 5
    const rows: { kind: Kind; start: number; edit: number; slowest: number }[] = []
    try {
      for (const kind of ['typescript', 'react'] as const) {
        const measured: Measured[] = []
        for (let run = 1; run <= runs; run += 1) {
          signal.throwIfAborted()
          say(`type-checker: ${kind}, run ${run} of ${runs}`)
          measured.push(await measureOnce(browser, site, kind))
        }
        const { p50: edit, p95: slowest } = timing(measured.flatMap((one) => one.edits))
        rows.push({ kind, start: timing(measured.map((one) => one.start)).p50, edit, slowest })
      }
    } finally {
      await browser.close()
    }
    return {
      title: 'from the start of the worker, or from an edit, until the errors of the file are there',
      rows: [
        ['ms', 'start', 'edit p50', 'edit p95'],
        ...rows.map(({ kind, start, edit, slowest }) => [
          kind,
          start.toFixed(0),
          edit.toFixed(1),
          slowest.toFixed(1),
        ]),
      ],
      verdicts: rows.flatMap(({ kind, start, edit }) => [
        {
          holds: start <= goals.start,
          text: `${kind}: first errors after ${start.toFixed(0)} ms, goal ≤ ${goals.start}`,
        },
        {
          holds: edit <= goals.edit,
          text: `${kind}: median edit ${edit.toFixed(1)} ms, goal ≤ ${goals.edit}`,
        },
      ]),
    }
  },
}

/** On a new page without cache: the compiler's script is parsed again. */
async function measureOnce(
  browser: Browser,
  site: ReadonlyMap<string, ServedFile>,
  kind: Kind,
): Promise<Measured> {
  const context = await browser.newContext()
  try {
    const origin = 'https://app.test'
    await context.route(`${origin}/**`, async (route) => {
      const file = site.get(new URL(route.request().url()).pathname)
      await (file ? route.fulfill(file) : route.abort())
    })
    const page = await context.newPage()
    await page.goto(origin)
    return await page.evaluate<Measured>(`(async () => {
      const { openTypeChecker } = await import('/client.js')
      const [path, text] = ${JSON.stringify(files[kind])}
      const begun = performance.now()
      const checker = openTypeChecker('${kind}')
      checker.update([{ path, text }])
      await checker.diagnostics(path)
      const start = performance.now() - begun
      const edits = []
      for (let count = 0; count < ${edits}; count += 1) {
        const before = performance.now()
        checker.update([{ path, text: text + 'export const more' + count + ' = [' + count + '].map((one) => one + 1)\\n' }])
        await checker.diagnostics(path)
        edits.push(performance.now() - before)
      }
      checker.close()
      return { start, edits }
    })()`)
  } finally {
    await context.close()
  }
}
