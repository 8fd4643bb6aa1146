import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { launchChromium } from '@rehearse/testing'
import type { Page } from 'playwright-core'
import type { LoadBenchmark } from '../src/benchmark.ts'
import { timing } from '../src/benchmark.ts'
import { openPagesWorld } from '../src/progress-world.ts'

/** Milliseconds, at the 95th percentile. */
const goal = 100
const slowdown = 4
const names = { choose: 'an option is chosen', check: 'the answer is checked and its result shown' } as const

interface Measured {
  kind: keyof typeof names
  ms: number
}

/** Time from a learner's key press to the painted result, with the processor throttled to a quarter. */
export const interaction: LoadBenchmark = {
  name: 'interaction',
  run: async ({ short, say, signal }) => {
    await using stack = new AsyncDisposableStack()
    const { url } = await openPagesWorld(stack, signal)
    const browser = await launchChromium()
    stack.defer(() => browser.close())
    const page = await browser.newPage({ baseURL: url, viewport: { width: 412, height: 823 } })
    await signUp(page, url)
    await page.addInitScript({ path: join(import.meta.dirname, 'interaction-probe.js') })
    const measured: Measured[] = []
    const runs = short ? 1 : 5
    for (let run = 1; run <= runs; run += 1) {
      signal.throwIfAborted()
      say(`interaction: run ${run} of ${runs}`)
      measured.push(...(await answerAll(page)))
    }
    const rows = (Object.keys(names) as Measured['kind'][]).map((kind) => ({
      kind,
      ...timing(measured.filter((one) => one.kind === kind).map(({ ms }) => ms)),
    }))
    return {
      title: `until what follows from a key is painted, on a processor ${slowdown} times as slow`,
      rows: [
        ['ms', 'p50', 'p95', 'times'],
        ...rows.map(({ kind, p50, p95, times }) => [names[kind], p50.toFixed(0), p95.toFixed(0), `${times}`]),
      ],
      verdicts: rows.map(({ kind, p95 }) => ({
        holds: p95 < goal,
        text: `p95 until ${names[kind]}: ${p95.toFixed(0)} ms, goal < ${goal}`,
      })),
    }
  },
}

async function signUp(page: Page, url: string): Promise<void> {
  const password = 'only for this run'
  await page.request.post('/api/auth/register', {
    data: {
      email: `${randomUUID()}@rehearse.test`,
      password,
      confirmPassword: password,
      name: 'Ada Lovelace',
    },
    headers: { origin: url },
  })
}

/** Answers questions by keyboard, skipping those that need a typed answer. */
async function answerAll(page: Page): Promise<Measured[]> {
  await page.goto('/questions', { waitUntil: 'networkidle' })
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const question = page.locator('article')
  await question.waitFor()
  while (await question.isVisible()) {
    const choices = question.locator('input[type=radio], input[type=checkbox]')
    if ((await choices.count()) > 0) {
      await page.keyboard.press('2')
      await question.locator('input:checked').first().waitFor()
      await settled(page)
      await page.keyboard.press('Enter')
      await page.locator('#result').waitFor()
      await settled(page)
    }
    await page.keyboard.press('n')
    await settled(page)
  }
  await session.detach()
  return page.evaluate<Measured[]>('interactions')
}

/** A pause like that of people who look before they press the next key. */
const settled = (page: Page) => page.waitForTimeout(150)
