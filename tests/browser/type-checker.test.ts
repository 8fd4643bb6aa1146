import { fileURLToPath } from 'node:url'
import { launchChromium } from '@rehearse/testing'
import type { Browser, Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { challengeLibraries } from '../../frontend/build/challenge-libraries-plugin.ts'

const site = 'https://app.test'
const client = fileURLToPath(new URL('../../frontend/src/features/coding/type-checker.ts', import.meta.url))

let browser: Browser
let page: Page
beforeAll(async () => {
  const files = await buildClient()
  browser = await launchChromium()
  page = await browser.newPage()
  await page.route(`${site}/**`, async (route) => {
    const path = new URL(route.request().url()).pathname
    const body = files.get(path)
    if (path === '/')
      await route.fulfill({ contentType: 'text/html', body: '<!doctype html><html lang="en"></html>' })
    else if (body === undefined) await route.abort()
    else await route.fulfill({ contentType: typeOf(path), body })
  })
  await page.goto(site)
  await page.evaluate(
    `import('/client.js').then((client) => { globalThis.openTypeChecker = client.openTypeChecker })`,
  )
}, 240_000)
afterAll(() => browser?.close())

const typeOf = (path: string) =>
  path.endsWith('.js') ? 'text/javascript' : path.endsWith('.json') ? 'application/json' : 'text/plain'

/** The page's side of the checker with its worker and its declarations, as the app builds them. */
async function buildClient(): Promise<Map<string, string>> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    base: '/',
    plugins: [challengeLibraries()],
    worker: { format: 'es' },
    build: {
      write: false,
      target: 'es2023',
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: client,
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: 'client.js' },
      },
    },
  })
  const [first] = Array.isArray(output) ? output : [output]
  if (!first || !('output' in first)) throw new Error('the type checker was not built')
  return new Map(
    first.output.map((file) => [
      `/${file.fileName}`,
      file.type === 'chunk' ? file.code : String(file.source),
    ]),
  )
}

interface Measured {
  start: number
  messages: string[]
  median: number
  labels: string[]
  signature: string
}

const starts = {
  typescript: [
    'cart.ts',
    'export const total = (prices: number[]): string => prices.reduce((a, b) => a + b, 0)\n',
  ],
  react: [
    'App.tsx',
    "import { useState } from 'react'\nexport default function App() {\n  const [n] = useState(0)\n  return <p id={n}>{n}</p>\n}\n",
  ],
} as const

test.each(['typescript', 'react'] as const)(
  '%s: reports errors, completes and explains while one types',
  async (kind) => {
    const [path, text] = starts[kind]
    const measured: Measured = await page.evaluate(`(async () => {
    const [path, text] = ${JSON.stringify([path, text])}
    const begun = performance.now()
    const checker = openTypeChecker('${kind}')
    checker.update([{ path, text }])
    const messages = (await checker.diagnostics(path)).map(({ line, message }) => line + ': ' + message)
    const start = performance.now() - begun
    const edits = []
    for (let count = 0; count < 20; count += 1) {
      const before = performance.now()
      checker.update([{ path, text: text + 'export const more' + count + ' = [' + count + '].map((one) => one + 1)\\n' }])
      await checker.diagnostics(path)
      edits.push(performance.now() - before)
    }
    checker.update([{ path, text: text + ';[1].ma' }])
    const at = text.length + 7
    const labels = (await checker.completions(path, at)).items.map(({ label }) => label)
    const hover = await checker.hover(path, text.length + 5)
    checker.close()
    return { start, messages, median: edits.toSorted((a, b) => a - b)[10], labels, signature: hover?.signature ?? '' }
  })()`)
    process.stdout.write(
      `${kind}: ${Math.round(measured.start)} ms from the start of the worker to the first diagnostics, ${measured.median.toFixed(1)} ms per edit (median of 20)\n`,
    )
    expect(measured.messages).toEqual([
      expect.stringMatching(
        kind === 'react'
          ? /^4: Type 'number' is not assignable to type 'string'/
          : /^1: Type 'number' is not assignable to type 'string'/,
      ),
    ])
    expect(measured.labels).toContain('map')
  },
)

test('types without an end stop at the limit, and the next check works', async () => {
  const endless = `type Grow<T extends unknown[], U> = U extends [infer A, ...infer R] ? [...Grow<[...T, A], R>, ...Grow<[A, ...T], R>] : T
type Twice<T extends unknown[]> = [...T, ...T]
type Ten = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
type Loop<N extends unknown[], M> = M extends 'x' ? Grow<N, Twice<Ten>> | Grow<Twice<N>, Twice<Ten>> : never
export const value: Loop<Ten, 'x'> = 1
`
  const verdict = await page.evaluate(`(async () => {
    const checker = openTypeChecker('typescript')
    let ticks = 0
    const ticking = setInterval(() => { ticks += 1 }, 10)
    await checker.check([{ path: 'a.ts', text: 'export {}' }], 60_000)
    const end = Worker.prototype.terminate
    let ended = 0
    Worker.prototype.terminate = function () { ended += 1; end.call(this) }
    const endless = await checker.check([{ path: 'a.ts', text: ${JSON.stringify(endless)} }], 300)
    Worker.prototype.terminate = end
    ticks = 0
    const again = await checker.check([{ path: 'a.ts', text: "export const a: number = ''" }], 60_000)
    clearInterval(ticking)
    checker.close()
    return { endless, ended, again: again.map(({ code }) => code), isAlive: ticks > 5 }
  })()`)
  expect(verdict).toEqual({ endless: 'timed-out', ended: 1, again: [2322], isAlive: true })
})
