import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { buildTypeCheckerSite } from '../../frontend/build/type-checker-client.ts'
import { openPage } from '../support/browser.ts'
import { deepTest } from '../support/depth.ts'

const site = 'https://app.test'

let page: Page
beforeAll(async () => {
  const files = await buildTypeCheckerSite()
  page = await openPage('/favicon.svg', { stays: true })
  await page.route(`${site}/**`, async (route) => {
    const file = files.get(new URL(route.request().url()).pathname)
    await (file ? route.fulfill(file) : route.abort())
  })
  await page.goto(site)
  await page.evaluate(
    `import('/client.js').then((client) => { globalThis.openTypeChecker = client.openTypeChecker })`,
  )
})

interface Found {
  messages: string[]
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

// The workbench's test types TypeScript in the page.
for (const kind of ['typescript', 'react'] as const) {
  deepTest(`${kind}: reports errors, completes and explains while one types`, async () => {
    const [path, text] = starts[kind]
    const found: Found = await page.evaluate(`(async () => {
    const [path, text] = ${JSON.stringify([path, text])}
    const checker = openTypeChecker('${kind}')
    checker.update([{ path, text }])
    const messages = (await checker.diagnostics(path)).map(({ line, message }) => line + ': ' + message)
    checker.update([{ path, text: text + ';[1].ma' }])
    const at = text.length + 7
    const labels = (await checker.completions(path, at)).items.map(({ label }) => label)
    const hover = await checker.hover(path, text.search(/total|App/))
    checker.close()
    return { messages, labels, signature: hover?.signature ?? '' }
  })()`)
    expect(found.messages).toEqual([
      expect.stringMatching(
        kind === 'react'
          ? /^4: Type 'number' is not assignable to type 'string'/
          : /^1: Type 'number' is not assignable to type 'string'/,
      ),
    ])
    expect(found.labels).toContain('map')
    expect(found.signature).toMatch(
      kind === 'react' ? /^function App\(\): / : 'const total: (prices: number[]) => string',
    )
  })
}

test('types without an end stop at the limit, and checks that wait or follow work', async () => {
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
    ticks = 0
    Worker.prototype.terminate = function () { ended += 1; end.call(this) }
    const [endless, waiting] = await Promise.all([
      checker.check([{ path: 'a.ts', text: ${JSON.stringify(endless)} }], 300),
      checker.check([{ path: 'a.ts', text: "export const a: number = ''" }], 60_000),
    ])
    Worker.prototype.terminate = end
    const again = await checker.check([{ path: 'a.ts', text: "export const a: number = ''" }], 60_000)
    clearInterval(ticking)
    checker.close()
    const codes = (found) => Array.isArray(found) ? found.map(({ code }) => code) : found
    return { endless, ended, waiting: codes(waiting), again: codes(again), isAlive: ticks > 5 }
  })()`)
  expect(verdict).toEqual({ endless: 'timed-out', ended: 1, waiting: [2322], again: [2322], isAlive: true })
})
