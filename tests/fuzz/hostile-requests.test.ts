import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { healthReply, type PublicQuestion } from '@rehearse/contracts'
import { type Platform, type PlatformEvent, startPlatform } from '@rehearse/local-platform'
import { temporaryFolder } from '@rehearse/testing'
import { unlimited } from '@rehearse/testing/unlimited'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildFrontend } from '../../deploy/local/build-frontend.ts'
import { startAnswering } from '../support/answering-learner.ts'
import { fuzz } from './fuzz.ts'
import { inspected, LiveMemory } from './live-memory.ts'

const requests = Number(process.env.FUZZ_REQUESTS ?? 20_000)
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31))
const boss = { email: 'root@rehearse.test', password: 'correct horse battery' }
/** Megabytes by which a process may grow between the first quarter and the end. */
const growth = 16

let platform: Platform
let dataDir: string
const problems: string[] = []
const deaths: PlatformEvent[] = []
const liveMemory = new LiveMemory()
beforeAll(async () => {
  const [folder, frontend] = await Promise.all([temporaryFolder(), buildFrontend()])
  dataDir = folder.path
  platform = await startPlatform({
    dataDir: join(dataDir, 'data'),
    frontendDir: frontend.dir,
    logLevel: 'error',
    nodeEnv: 'test',
    env: {
      identity: { ADMIN_EMAIL: boss.email, ADMIN_PASSWORD: boss.password, ...unlimited, ...inspected },
      gateway: { ...unlimited, ...inspected },
      progress: inspected,
      questions: inspected,
      media: inspected,
    },
    onEvent: (event) => {
      if (event.type === 'died') deaths.push(event)
    },
    onLine: (source, line) => {
      liveMemory.hear(source, line)
      if (/^\{"level":(?:50|60)/.test(line)) problems.push(`${source}: ${line.slice(0, 600)}`)
    },
  })
}, 180_000)
afterAll(async () => {
  await platform?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

test(`${requests} hostile requests to every documented endpoint (FUZZ_SEED=${seed}) are all rejected or served correctly`, {
  timeout: 120_000 + requests * 60,
}, async () => {
  const { gatewayUrl: url } = platform
  const memory: Record<string, number>[] = []
  const report = await fuzz({
    url,
    boss,
    seed,
    requests,
    reach: 'everything',
    onProgress: async (done) => {
      memory.push(await liveMemory.read())
      process.stdout.write(`${done} of ${requests} hostile requests (FUZZ_SEED=${seed})\n`)
    },
  })
  memory.push(await liveMemory.read())
  process.stdout.write(`${JSON.stringify(report.statuses)}\n${JSON.stringify(memory)}\n`)
  expect(report.complaints).toEqual([])
  expect(report.untouched).toEqual([])
  expect(problems).toEqual([])
  expect(deaths).toEqual([])

  const [warm, end] = [memory[Math.ceil((memory.length - 1) / 4)], memory.at(-1)]
  for (const [name, megabytes] of Object.entries(end ?? {})) {
    const before = warm?.[name] ?? 0
    expect(megabytes - before, `${name}: ${before.toFixed(0)} MB, then ${megabytes.toFixed(0)}`).toBeLessThan(
      growth,
    )
  }
  expect(healthReply.parse(await (await fetch(`${url}/api/health`)).json()).success).toBe(true)
  await answerSome(url)
})

/** At the end a new learner signs up and answers questions. */
async function answerSome(url: string): Promise<void> {
  const listed = await fetch(`${url}/api/questions/unified?type=multiple-choice&pageSize=20`)
  const { data: questions } = (await listed.json()) as { data: PublicQuestion[] }
  const learner = await startAnswering(url, questions)
  await expect.poll(() => learner.acknowledged, { timeout: 20_000 }).toBeGreaterThan(5)
  await learner.stop()
  expect((await learner.progress()).totalQuestions).toBe(learner.acknowledged)
}
