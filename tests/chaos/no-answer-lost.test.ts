import { rm } from 'node:fs/promises'
import type { PublicQuestion } from '@rehearse/contracts'
import { type Platform, startPlatform } from '@rehearse/local-platform'
import { temporaryFolder } from '@rehearse/testing'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AnsweringLearner, startAnswering } from '../support/answering-learner.ts'
import { differences, findUnconsumedMessages, publishedAnswers } from '../support/log-and-streams.ts'

/** `npm run test:browser` kills a few times; `npm run test:deep` more often. */
const kills = Number(process.env.CHAOS_KILLS ?? 5)
const learners = Number(process.env.CHAOS_LEARNERS ?? 10)

let platform: Platform
let dataDir: string

beforeAll(async () => {
  dataDir = (await temporaryFolder()).path
  platform = await startPlatform({
    dataDir,
    logLevel: 'warn',
    nodeEnv: 'test',
    env: {
      gateway: { RATE_LIMIT_WRITE: '0', RATE_LIMIT_ANSWERS: '0', RATE_LIMIT_READ: '0' },
      identity: { RATE_LIMIT_REGISTER: '0', PASSWORD_COST: '4' },
    },
  })
})
afterAll(async () => {
  await platform.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** The relay runs in the process of progress; killing it ends its connection and with it its leadership. */
type Victim = 'progress' | 'relay' | 'gateway' | 'nats' | 'postgres'
const victims: readonly Victim[] = ['progress', 'relay', 'postgres', 'gateway', 'nats']

/** Each of them once, then each again, in random order. */
const order = Array.from({ length: Math.ceil(kills / victims.length) }, () => shuffled(victims))
  .flat()
  .slice(0, kills)

function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item)
}

async function kill(victim: Victim): Promise<void> {
  if (victim === 'nats' || victim === 'postgres') return platform.servers[victim]?.kill()
  if (victim === 'relay') return endRelay()
  const { pid } = platform.services[victim]
  if (pid !== undefined) process.kill(pid, 'SIGKILL')
}

async function endRelay(): Promise<void> {
  const client = new pg.Client({ connectionString: platform.postgresUrl })
  await client.connect()
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'progress-relay'`,
  )
  await client.end()
}

const sum = (running: readonly AnsweringLearner[], of: 'acknowledged' | 'failures') =>
  running.reduce((total, learner) => total + learner[of], 0)

test(`while ${kills} processes are killed, every acknowledged answer counts exactly once`, async () => {
  const listed = await fetch(`${platform.gatewayUrl}/api/questions/unified?type=multiple-choice&pageSize=20`)
  const { data: questions } = (await listed.json()) as { data: PublicQuestion[] }
  const running = await Promise.all(
    Array.from({ length: learners }, () => startAnswering(platform.gatewayUrl, questions)),
  )

  for (const [round, victim] of order.entries()) {
    const before = running.map((learner) => learner.acknowledged)
    await kill(victim)
    // All learners must make progress again before the next kill, or it would prove nothing.
    await expect
      .poll(() => running.every((learner, n) => learner.acknowledged >= (before[n] ?? 0) + 3), {
        interval: 50,
        message: `every learner makes progress after kill ${round + 1} of ${order.join(', ')}`,
      })
      .toBe(true)
  }

  await Promise.all(running.map((learner) => learner.stop()))
  expect(sum(running, 'failures')).toBeGreaterThan(0)
  for (const learner of running) {
    expect((await learner.progress()).totalQuestions).toBe(learner.acknowledged)
  }
  await expect
    .poll(() => publishedAnswers(platform.natsUrl), { interval: 200 })
    .toBe(sum(running, 'acknowledged'))
  await expect.poll(() => findUnconsumedMessages(platform.natsUrl), { interval: 200 }).toEqual([])
  expect(await differences(platform.postgresUrl)).toBe('No difference.\n')
})
