import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { ChallengeText } from '@rehearse/contracts'
import type { Page } from 'playwright-core'
import { rolldown } from 'rolldown'
import { readTypeLibraries } from '../../frontend/build/challenge-libraries.ts'
import { buildTestLibrary, testLibraries } from '../../frontend/build/challenge-test-library.ts'
import {
  createTypeService,
  type FileText,
  needsPage,
  type TypeLibraries,
  transpileFiles,
} from '../../frontend/src/features/coding/type-service.ts'
import { readRunnerScripts, runnerPage, runnerPolicy } from '../../services/gateway/src/runner/server.ts'
import type { ChallengeCode, ContentChallenge } from './read-challenges.ts'
import type { Contexts } from './run-in-page.ts'

/** The result of one run: whether it ended by itself, and which tests passed. */
export interface ChallengeRun {
  readonly end: string
  readonly passed: readonly string[]
}

/** The result of a run of code without files: with the values that its tests received. */
export interface CodeRun extends ChallengeRun {
  readonly results: readonly { testId: string; got?: string; error?: string }[]
  readonly console: readonly { level: string; text: string }[]
}

/** Pixels: the narrowest screen that solutions must work on. */
export const NARROWEST = 320

export type Runner = (challenge: ContentChallenge, code: ChallengeCode, width?: number) => Promise<CodeRun>

/**
 * Runs challenges as learners do: in the gateway's runner page, under its policy, with the frontend's own client.
 * Both are served from made-up addresses. Concurrent runs each have their own page, and wait for a free one.
 * @param timeLimit of the code, in milliseconds
 */
export async function openRunner(browser: Contexts, timeLimit = generous): Promise<Runner> {
  libraries ??= loadLibraries()
  const { scripts } = await libraries
  const onPage = await inPages(() => openPage(browser, scripts, timeLimit))
  return (challenge, code, width = 640) =>
    onPage((page) => runAgain<CodeRun>(page, 'runChallenge', [challenge, code, width]))
}

/** The result of a run of files: with the tests' names and what failed. */
export interface FilesRun extends ChallengeRun {
  readonly tests: readonly string[]
  /** As the page shows them. */
  readonly results: readonly Readonly<Record<string, unknown>>[]
  /** One line per failed test. */
  readonly failures: readonly string[]
}

/** Runs the files of a challenge, of which `texts` replace the editable ones; all tests, or `only` one. */
export type FilesRunner = (
  challenge: ContentChallenge,
  texts: readonly ChallengeText[],
  only?: string,
) => Promise<FilesRun>

/** As openRunner, for challenges with files. Types are checked here instead of in the page's worker. */
export async function openFilesRunner(browser: Contexts, timeLimit?: number): Promise<FilesRunner> {
  libraries ??= loadLibraries()
  const { types, scripts } = await libraries
  const onPage = await inPages(async () => {
    const page = await openPage(browser, scripts, timeLimit ?? generous)
    await page.exposeFunction('transpileFiles', transpileFiles)
    await page.exposeFunction('checkFiles', (files: readonly FileText[]) => checkFiles(types, files))
    return page
  })
  return (challenge, texts, only) => {
    const limited = { ...challenge, timeLimit: timeLimit ?? Math.max(generous, challenge.timeLimit) }
    const values = [limited, texts, ...(only === undefined ? [] : [only])]
    return onPage((page) => runAgain<FilesRun>(page, 'runFiles', values))
  }
}

/** Enough to keep the processors busy; more frames at once would reach their time limits on a slow machine. */
const pagesAtOnce = Math.max(2, availableParallelism())

/**
 * Lends pages to runs, one to each, since two frames of a page would take the focus from each other. A page that opens
 * takes it as well, so all of them open before the first run.
 */
async function inPages(open: () => Promise<Page>) {
  const idle: Page[] = []
  const waiting: ((page: Page) => void)[] = []
  for (let count = 0; count < pagesAtOnce; count += 1) idle.push(await open())
  return async <Value>(work: (page: Page) => Promise<Value>): Promise<Value> => {
    const page = idle.pop() ?? (await new Promise<Page>((resolve) => waiting.push(resolve)))
    try {
      return await work(page)
    } finally {
      const next = waiting.shift()
      if (next) next(page)
      else idle.push(page)
    }
  }
}

let libraries: ReturnType<typeof loadLibraries> | undefined

async function loadLibraries() {
  const texts = testLibraries.map(async (name) => [libraryUrl(name), await buildTestLibrary(name)] as const)
  return { types: await readTypeLibraries(), scripts: Object.fromEntries(await Promise.all(texts)) }
}

const services = new Map<boolean, ReturnType<typeof createTypeService>>()

function checkFiles(types: TypeLibraries, files: readonly FileText[]) {
  const withPage = needsPage(files)
  const service = services.get(withPage) ?? createTypeService(types, withPage)
  services.set(withPage, service)
  service.update(files)
  return service.check()
}

/** @param scripts served in addition, by URL */
async function openPage(
  browser: Contexts,
  scripts: Readonly<Record<string, string>>,
  timeLimit: number,
): Promise<Page> {
  built ??= buildClient()
  const pages: Readonly<Record<string, { body: string; headers: Record<string, string> }>> = {
    [platform]: { body: platformPage(await built, timeLimit), headers: { 'content-type': 'text/html' } },
    [runner]: {
      body: runnerPage(await readRunnerScripts(), origin(platform)),
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': runnerPolicy(origin(platform)),
        'origin-agent-cluster': '?1',
      },
    },
    ...Object.fromEntries(
      Object.entries(scripts).map(([url, body]) => [
        url,
        { body, headers: { 'content-type': 'text/plain' } },
      ]),
    ),
  }
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } })
  context.setDefaultTimeout(timeout)
  await context.route('**', async (route) => {
    const page = pages[route.request().url()]
    await (page ? route.fulfill(page) : route.abort())
  })
  const page = await context.newPage()
  await page.goto(platform)
  return page
}

const platform = 'https://platform.test/'
const runner = 'https://runner.test/'
const origin = (address: string) => new URL(address).origin

const libraryUrl = (name: string) => `${platform}${name}-library`

async function runAgain<Run extends ChallengeRun>(
  page: Page,
  name: string,
  values: readonly unknown[],
): Promise<Run> {
  const runOnce = (): Promise<Run> => page.evaluate(`${name}(...${JSON.stringify(values)})`)
  // A busy machine may need longer to load the frame than the client waits.
  let outcome = await runOnce()
  for (let again = 0; outcome.end === 'unreachable' && again < 5; again += 1) outcome = await runOnce()
  return outcome
}

let built: Promise<string> | undefined

/** The frontend's client as one script; its exports are in `client`. */
async function buildClient(): Promise<string> {
  const build = await rolldown({ input: entry, plugins: [entryOf(sources)], logLevel: 'silent' })
  const { output } = await build.generate({ format: 'iife', name: 'client' })
  await build.close()
  return output[0].code
}

const entry = '\0client.ts'
const virtual = 'virtual:challenge-libraries'
const sources = ['run-in-frame.ts', 'run-files.ts', 'libraries.ts', 'code.ts'].map((file) =>
  fileURLToPath(new URL(`../../frontend/src/features/coding/${file}`, import.meta.url)),
)

const entryOf = (files: readonly string[]) => ({
  name: 'client',
  resolveId: (id: string) => (id === entry || id === virtual ? id : null),
  load: (id: string) => {
    if (id === virtual)
      return testLibraries
        .map((name) => `export const ${name}LibraryUrl = ${JSON.stringify(libraryUrl(name))}`)
        .join('\n')
    return id === entry ? files.map((file) => `export * from ${JSON.stringify(file)}`).join('\n') : null
  },
})

// All frames are visible, since browsers suspend invisible ones.
const platformPage = (script: string, timeLimit: number): string => `<!doctype html>
<html lang="en"><head><style>div { position: fixed; inset: 0 auto auto 0; block-size: 16rem } iframe { inline-size: 100%; block-size: 100%; border: 0 }</style></head><body><script>${script.replaceAll('</script', '<\\/script')}
async function runChallenge(challenge, code, width) {
  const host = document.createElement('div')
  host.style.inlineSize = width + 'px'
  document.body.append(host)
  const library = await client.libraryOf('${libraryUrl('script')}')
  const run = client.runInFrame(
    { kind: client.isPlainJavaScript(challenge) ? 'javascript' : 'document', library, ...code, tests: challenge.testCases },
    { origin: '${origin(runner)}', host, title: 'Preview', timeLimit: ${timeLimit} },
  )
  const { end, results, console } = await run.outcome
  run.stop()
  host.remove()
  return { end, results, console, passed: results.filter((test) => test.passed).map((test) => test.testId) }
}
async function runFiles(challenge, texts, only) {
  const host = document.createElement('div')
  host.style.inlineSize = '640px'
  document.body.append(host)
  const checker = { transpile: transpileFiles, check: checkFiles }
  const run = client.runFiles(challenge, texts, { origin: '${origin(runner)}', host, title: 'Preview', checker, only })
  const { end, results, problem } = await run.outcome
  run.stop()
  host.remove()
  const place = ({ path, line }) => (path ? ' (' + path + ':' + line + ')' : '')
  return {
    end,
    results,
    tests: results.map((test) => test.testId),
    passed: results.filter((test) => test.passed).map((test) => test.testId),
    failures: [
      ...(problem ? [problem.text + place(problem)] : []),
      ...results
        .filter((test) => !test.passed)
        .flatMap((test) => test.diagnostics
          ? test.diagnostics.slice(0, 5).map((one) => 'types: ' + one.message + place(one))
          : [test.testId + ': ' + (test.error ?? 'failed') + place(test)]),
    ],
  }
}
</script></body></html>`

/** Milliseconds: far more than learners have, since checks run in parallel. */
const generous = 60_000
const timeout = 240_000
