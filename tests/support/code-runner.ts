import { fileURLToPath } from 'node:url'
import type { ModuleRequest, RunRequest, RunSyntaxError, RunTestReport } from '@rehearse/contracts'
import type { Page } from 'playwright-core'
import { build } from 'vite'
import { buildTestLibrary } from '../../frontend/build/challenge-test-library.ts'

/** The result of a run, as the page sees it. */
export interface SeenRun {
  end: string
  results: RunTestReport[]
  console: { level: string; text: string }[]
  syntaxError: RunSyntaxError | null
  /** How often the parent page had its turn meanwhile. */
  ticks: number
}

const client = fileURLToPath(new URL('../../frontend/src/features/coding/run-in-frame.ts', import.meta.url))
let bundle: Promise<string> | undefined

async function bundled(): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      lib: { entry: client, formats: ['iife'], name: 'codeRunner' },
    },
  })
  const [first] = Array.isArray(output) ? output : [output]
  if (!first || !('output' in first)) throw new Error('the runner’s client was not built')
  const library = await buildTestLibrary('script')
  return `${first.output[0].code}\nconst scriptLibrary = ${JSON.stringify(library)}`
}

/** Lets a page run code as the frontend does, through its globals `runCode` and `lost`. */
export async function installRunner(page: Page): Promise<void> {
  bundle ??= bundled()
  const body = await bundle
  // As a file of the platform: code that a debugger evaluates isn't subject to the page's policy.
  await page.route('**/code-runner.js', (route) => route.fulfill({ contentType: 'text/javascript', body }))
  await page.addScriptTag({ url: '/code-runner.js' })
  await page.evaluate(`
    globalThis.lost = []
    globalThis.runCode = async (request, timeLimit) => {
      const { origin } = await fetch('/api/runner').then((reply) => reply.json())
      let ticks = 0
      const ticking = setInterval(() => { ticks += 1 }, 10)
      const onLost = (reason) => lost.push(reason)
      const run = codeRunner.runInFrame({ library: scriptLibrary, ...request }, { origin, host: document.body, title: 'Preview', onLost, timeLimit })
      const outcome = await run.outcome
      clearInterval(ticking)
      return { ...outcome, ticks }
    }
    0`)
}

/** Runs code in a page that has the runner. `timeLimit` in milliseconds; by default that of a challenge. */
export async function runCode(
  page: Page,
  request: Partial<RunRequest> | ModuleRequest,
  timeLimit?: number,
): Promise<SeenRun> {
  const whole = { kind: 'javascript', html: '', css: '', javascript: '', tests: [], ...request }
  return page.evaluate(`runCode(${JSON.stringify(whole)}, ${timeLimit})`)
}
