import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ChallengeDocument } from '@rehearse/contracts'
import { launchChromium } from '@rehearse/testing'
import type { Browser, Page } from 'playwright-core'
import { rolldown } from 'rolldown'
import { z } from 'zod'
import { readRunnerScripts, runnerPage, runnerPolicy } from '../../services/gateway/src/runner/server.ts'
import { runConcurrently } from './check.ts'
import { jsonFiles, readEntries } from './read-content.ts'
import { hashOf, readVerified } from './verified.ts'

export interface ChallengeReport {
  readonly challenges: readonly ContentChallenge[]
  /** One line per problem. */
  readonly problems: readonly string[]
}

/**
 * Runs the challenges of a content folder: the starter code, the solution, and the mistakes.
 * @param wanted which challenges
 * @param changed runs only those that changed since they were last verified
 */
export async function checkChallenges(
  folder: URL,
  wanted: (id: string) => boolean = () => true,
  say: (done: number, all: number) => void = () => {},
  changed = false,
): Promise<ChallengeReport> {
  const { challenges, problems } = readChallenges(folder)
  const chosen = challenges.filter(({ id }) => wanted(id))
  const browser = await launchChromium()
  try {
    const run = await openRunner(browser)
    const verified = changed ? readVerified() : new Set<string>()
    const found = await runConcurrently(
      chosen.filter((challenge) => !verified.has(hashOf(challenge))),
      atOnce,
      async (challenge) =>
        (await validateChallenge(challenge, run).catch((error: unknown) => [String(error)])).map(
          (problem) => `${challenge.id}: ${problem}`,
        ),
      say,
    )
    return { challenges: chosen, problems: [...problems, ...found.flat()] }
  } finally {
    await browser.close()
  }
}

const atOnce = 2

/**
 * Checks the tests of a challenge: the starter code fails, the solution passes on narrow and wide screens, typical
 * mistakes fail, and no test passes with any code.
 */
export async function validateChallenge(
  challenge: ContentChallenge,
  run: Runner,
): Promise<readonly string[]> {
  const { mistakes, solution, starterCode, testCases } = challenge
  const tests = testCases.map(({ id }) => id)
  const [starter, narrow, wide, ...wrong] = await Promise.all([
    run(challenge, starterCode),
    run(challenge, solution, narrowest),
    run(challenge, solution),
    ...mistakes.map(async (one) => run(challenge, withMistake(solution, one))),
  ])
  const failing = [starter, ...wrong]
  return [
    ...(isAll(starter, tests) ? ['the starter code passes already'] : []),
    ...solutionProblems(narrow, tests, ` at ${narrowest} pixels`),
    ...solutionProblems(wide, tests, ''),
    ...(mistakes.length < fewestMistakes ? [`has fewer than ${fewestMistakes} mistakes to reject`] : []),
    ...mistakes.flatMap(({ mistake }, position) => mistakeProblems(mistake, wrong[position], tests)),
    ...endErrors('the starter code', starter),
    ...tests
      .filter((test) => failing.every(({ passed }) => passed.includes(test)))
      .map((test) => `the test ${test} passes whatever one writes`),
  ]
}

const narrowest = 320
const fewestMistakes = 2

const isAll = ({ passed }: ChallengeRun, tests: readonly string[]): boolean =>
  tests.every((test) => passed.includes(test))

const endErrors = (what: string, { end }: ChallengeRun): string[] =>
  end === 'done' ? [] : [`${what} does not end: ${end}`]

function solutionProblems(run: ChallengeRun, tests: readonly string[], where: string): string[] {
  const failed = tests.filter((test) => !run.passed.includes(test))
  return [
    ...endErrors(`the solution${where}`, run),
    ...(failed.length === 0 ? [] : [`the solution fails${where}: ${failed.join(', ')}`]),
  ]
}

function mistakeProblems(mistake: string, run: ChallengeRun | undefined, tests: readonly string[]): string[] {
  if (run === undefined) return []
  return [
    ...endErrors(`"${mistake}"`, run),
    ...(isAll(run, tests) ? [`"${mistake}" passes`] : []),
    // In this case it is more likely a typo of ours than the intended mistake.
    ...(run.passed.length === 0 && tests.length > 1 ? [`"${mistake}" passes no test at all`] : []),
  ]
}

/** The result of one run: whether it ended by itself, and which tests passed. */
interface ChallengeRun {
  readonly end: string
  readonly passed: readonly string[]
}

export type Runner = (
  challenge: ContentChallenge,
  code: ChallengeCode,
  width?: number,
) => Promise<ChallengeRun>

/**
 * Runs challenges as learners do: in the gateway's runner page, under its policy, with the frontend's own client.
 * Both are served from made-up addresses.
 * @param timeLimit of the code, in milliseconds
 */
export async function openRunner(browser: Browser, timeLimit = generous): Promise<Runner> {
  const pages: Readonly<Record<string, { body: string; headers: Record<string, string> }>> = {
    [platform]: { body: platformPage(await client(), timeLimit), headers: { 'content-type': 'text/html' } },
    [runner]: {
      body: runnerPage(await readRunnerScripts(), origin(platform)),
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': runnerPolicy(origin(platform)),
        'origin-agent-cluster': '?1',
      },
    },
  }
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } })
  context.setDefaultTimeout(timeout)
  await context.route('**', async (route) => {
    const page = pages[route.request().url()]
    await (page ? route.fulfill(page) : route.abort())
  })
  const page = await context.newPage()
  await page.goto(platform)
  return (challenge, code, width = 640) => run(page, challenge, code, width)
}

const platform = 'https://platform.test/'
const runner = 'https://runner.test/'
const origin = (address: string) => new URL(address).origin

async function run(
  page: Page,
  challenge: ContentChallenge,
  code: ChallengeCode,
  width: number,
): Promise<ChallengeRun> {
  const call = JSON.stringify([challenge, code, width])
  const runOnce = (): Promise<ChallengeRun> => page.evaluate(`runChallenge(...${call})`)
  // A busy machine may need longer to load the frame than the client waits.
  let outcome = await runOnce()
  for (let again = 0; outcome.end === 'unreachable' && again < 5; again += 1) outcome = await runOnce()
  return outcome
}

/** The frontend's client as one script; its exports are in `client`. */
async function client(): Promise<string> {
  const build = await rolldown({ input: entry, plugins: [entryOf(sources)], logLevel: 'silent' })
  const { output } = await build.generate({ format: 'iife', name: 'client' })
  await build.close()
  return output[0].code
}

const entry = '\0client.ts'
const sources = ['run-in-frame.ts', 'code.ts'].map((file) =>
  fileURLToPath(new URL(`../../frontend/src/features/coding/${file}`, import.meta.url)),
)

const entryOf = (files: readonly string[]) => ({
  name: 'client',
  resolveId: (id: string) => (id === entry ? id : null),
  load: (id: string) =>
    id === entry ? files.map((file) => `export * from ${JSON.stringify(file)}`).join('\n') : null,
})

// All frames are visible, since browsers suspend invisible ones.
const platformPage = (script: string, timeLimit: number): string => `<!doctype html>
<html lang="en"><head><style>div { position: fixed; inset: 0 auto auto 0; block-size: 16rem } iframe { inline-size: 100%; block-size: 100%; border: 0 }</style></head><body><script>${script.replaceAll('</script', '<\\/script')}
async function runChallenge(challenge, code, width) {
  const host = document.createElement('div')
  host.style.inlineSize = width + 'px'
  document.body.append(host)
  const run = client.runInFrame(
    { kind: client.isPlainJavaScript(challenge) ? 'javascript' : 'document', ...code, tests: challenge.testCases },
    { origin: '${origin(runner)}', host, title: 'Preview', timeLimit: ${timeLimit} },
  )
  const { end, results } = await run.outcome
  run.stop()
  host.remove()
  return { end, passed: results.filter((test) => test.passed).map((test) => test.testId) }
}
</script></body></html>`

/** Milliseconds: far more than learners have, since checks run in parallel. */
const generous = 60_000
const timeout = 240_000

/** A shipped challenge, and the incorrect solutions that its tests must reject. */
export interface ContentChallenge extends ChallengeDocument {
  readonly id: string
  readonly mistakes: readonly Mistake[]
}

interface ReadChallenges {
  readonly challenges: readonly ContentChallenge[]
  readonly problems: readonly string[]
}

/** @param folder of the content, with a trailing slash */
function readChallenges(folder: URL): ReadChallenges {
  const challenges = readEntries<ChallengeDocument>(folder, 'challenges').map((challenge) => ({
    ...challenge,
    mistakes: mistakesOf(challenge.id, folder),
  }))
  const strays = jsonFiles(new URL('challenges/mistakes/', folder)).filter(
    (name) => !challenges.some(({ id }) => name === `${id}.json`),
  )
  return { challenges, problems: strays.map((name) => `mistakes/${name}: there is no such challenge`) }
}

function mistakesOf(id: string, folder: URL): Mistake[] {
  const file = new URL(`challenges/mistakes/${id}.json`, folder)
  return existsSync(file) ? mistakesFile.parse(JSON.parse(readFileSync(file, 'utf8'))) : []
}

type ChallengeCode = ChallengeDocument['solution']

/**
 * A typical incorrect solution: the solution with a piece or two replaced. They are in
 * `challenges/mistakes/<id>.json`, which isn't loaded, so that learners never see them.
 */
export type Mistake = z.infer<typeof mistake>

/** Several lines can be written as `{ "lines": […] }`, as in the other files. */
const text = z.union([
  z.string(),
  z.strictObject({ lines: z.array(z.string()) }).transform(({ lines }) => lines.join('\n')),
])

const change = z.strictObject({
  in: z.enum(['html', 'css', 'javascript']),
  /** Must occur exactly once. */
  replace: text,
  with: text,
})

const mistake = z.strictObject({ mistake: z.string().min(10), changes: z.array(change).min(1) })

const mistakesFile = z.array(mistake)

/** @throws {Error} if the solution doesn't contain the piece exactly once */
function withMistake(solution: ChallengeCode, { changes }: Mistake): ChallengeCode {
  const code = { ...solution }
  for (const { in: language, replace, with: instead } of changes) {
    const pieces = code[language].split(replace)
    if (pieces.length !== 2) throw new Error(`its ${language} occurs ${pieces.length - 1} times: ${replace}`)
    code[language] = pieces.join(instead)
  }
  return code
}
