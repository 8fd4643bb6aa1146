import { rm } from 'node:fs/promises'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { type PublicQuestion, progressSubjects, streams } from '@rehearse/contracts'
import { type Platform, startPlatform } from '@rehearse/local-platform'
import { temporaryFolder } from '@rehearse/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AnsweringLearner, startAnswering } from './answering-learner.ts'

/** `npm test` kills a few times; `npm run test:deep` sets more. */
const kills = Number(process.env.CHAOS_KILLS ?? 5)
const learners = Number(process.env.CHAOS_LEARNERS ?? 10)
const roundTimeout = 60_000

let platform: Platform
let dataDir: string

beforeAll(async () => {
  dataDir = (await temporaryFolder()).path
  platform = await startPlatform({
    dataDir,
    logLevel: 'warn',
    nodeEnv: 'test',
    env: {
      gateway: { RATE_LIMIT_WRITE: '0', RATE_LIMIT_READ: '0' },
      identity: { RATE_LIMIT_REGISTER: '0' },
    },
  })
}, 120_000)
afterAll(async () => {
  await platform.stop()
  await rm(dataDir, { recursive: true, force: true })
})

type Victim = 'progress' | 'gateway' | 'nats' | 'postgres'
const victims: readonly Victim[] = ['progress', 'postgres', 'gateway', 'nats']

async function kill(victim: Victim): Promise<void> {
  if (victim === 'nats' || victim === 'postgres') return platform.servers[victim]?.kill()
  const { pid } = platform.services[victim]
  if (pid !== undefined) process.kill(pid, 'SIGKILL')
}

const sum = (running: readonly AnsweringLearner[], of: 'acknowledged' | 'failures') =>
  running.reduce((total, learner) => total + learner[of], 0)

test(`answers flow while ${kills} processes are killed: every acknowledged one counts, and counts once`, {
  timeout: 60_000 + kills * roundTimeout,
}, async () => {
  const listed = await fetch(`${platform.gatewayUrl}/api/questions/unified?type=multiple-choice&pageSize=20`)
  const { data: questions } = (await listed.json()) as { data: PublicQuestion[] }
  const running = await Promise.all(
    Array.from({ length: learners }, () => startAnswering(platform.gatewayUrl, questions)),
  )

  for (let round = 0; round < kills; round += 1) {
    const victim = victims[round % victims.length] as Victim
    const before = running.map((learner) => learner.acknowledged)
    await kill(victim)
    // Everybody must get on again before the next blow, or nothing would be learnt from it.
    await expect
      .poll(() => running.every((learner, n) => learner.acknowledged >= (before[n] ?? 0) + 3), {
        timeout: roundTimeout,
        interval: 50,
      })
      .toBe(true)
  }

  await Promise.all(running.map((learner) => learner.stop()))
  expect(sum(running, 'failures')).toBeGreaterThan(0)
  for (const learner of running) {
    expect((await learner.progress()).totalQuestions).toBe(learner.acknowledged)
  }
  await expect
    .poll(publishedAnswers, { timeout: roundTimeout, interval: 200 })
    .toBe(sum(running, 'acknowledged'))
})

/** Each answer once on JetStream as well, however often the relay had to begin again. */
async function publishedAnswers(): Promise<number> {
  const nats = await connect({ servers: platform.natsUrl })
  try {
    const manager = await jetstreamManager(nats)
    const subject = progressSubjects.answerSubmitted
    const { state } = await manager.streams.info(streams.progress.name, { subjects_filter: subject })
    return state.subjects?.[subject] ?? 0
  } finally {
    await nats.close()
  }
}
