import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { rolldown } from 'rolldown'
import { readRunnerScripts, runnerPage, runnerPolicy } from '../../services/gateway/src/runner/server.ts'
import type { ChallengeCode, ContentChallenge } from './read-challenges.ts'

/** The result of one run: whether it ended by itself, and which tests passed. */
export interface ChallengeRun {
  readonly end: string
  readonly passed: readonly string[]
}

/** Pixels: the narrowest screen that solutions must work on. */
export const NARROWEST = 320

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
