import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { type PublicQuestion, streams } from '@rehearse/contracts'
import { waitUntilReady } from '@rehearse/local-platform'
import { temporaryFolder } from '@rehearse/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AnsweringLearner, startAnswering } from '../support/answering-learner.ts'
import { differences, publishedAnswers, undealtWith } from '../support/log-and-streams.ts'
import { behind, type Replica, type SeveralOfEverything, startSeveral } from './several-of-everything.ts'

const learners = 20
/** Milliseconds. */
const patience = 90_000

let several: SeveralOfEverything
let dataDir: string
let running: AnsweringLearner[]
beforeAll(async () => {
  dataDir = (await temporaryFolder()).path
  several = await startSeveral(dataDir)
  const listed = await fetch(`${several.door()}/api/questions/unified?type=multiple-choice&pageSize=20`)
  const { data: questions } = (await listed.json()) as { data: PublicQuestion[] }
  running = await Promise.all(Array.from({ length: learners }, () => startAnswering(several.door, questions)))
}, 300_000)
afterAll(async () => {
  await Promise.all((running ?? []).map((learner) => learner.stop()))
  await several?.stop()
  await rm(dataDir, { recursive: true, force: true })
}, 120_000)

const failures = () => running.reduce((sum, learner) => sum + learner.failures, 0)
const ready = ({ innerUrl }: Replica) => waitUntilReady(innerUrl, { deadlineMs: patience })

/** Disturbs, waits until everybody gets on again, and says how long the longest wait of anybody was. */
async function disturbed(what: string, disturb: () => Promise<void>): Promise<{ failed: number }> {
  for (const learner of running) learner.takeLongestWait()
  const before = failures()
  await disturb()
  const acknowledged = running.map((learner) => learner.acknowledged)
  const everybodyGetsOn = () =>
    running.every((learner, n) => learner.acknowledged >= (acknowledged[n] ?? 0) + 3)
  await expect.poll(everybodyGetsOn, { timeout: patience, interval: 50, message: `after ${what}` }).toBe(true)
  const longest = Math.max(...running.map((learner) => learner.takeLongestWait()))
  const failed = failures() - before
  process.stdout.write(`${what}: felt for ${Math.round(longest)} ms at most, ${failed} tries failed\n`)
  return { failed }
}

test('a rolling restart of every service is felt by nobody', { timeout: 600_000 }, async () => {
  for (const replica of behind.flatMap((name) => several.replicas[name])) {
    const { failed } = await disturbed(`restart of ${replica.name}`, async () => {
      // As `preStop` of our manifests does: the gateways look once a second who is there again.
      await pause(2_000)
      await replica.process.restart()
      await ready(replica)
    })
    expect(failed).toBe(0)
  }
})

test('nor is one of the gateways, behind a balancer', { timeout: 300_000 }, async () => {
  for (const gateway of several.gateways) {
    const { failed } = await disturbed(`restart of ${gateway.name}`, () =>
      several.without(gateway, async () => {
        await gateway.process.restart()
        await ready(gateway)
      }),
    )
    expect(failed).toBe(0)
  }
})

test('nor one of the servers of NATS', { timeout: 300_000 }, async () => {
  for (const node of several.nats.nodes) {
    const { failed } = await disturbed(`restart of ${node.name}`, async () => {
      await node.restart()
      await clusterIsWhole()
    })
    expect(failed).toBe(0)
  }
})

test('a crash of one replica, of the leader of NATS, and a process that sleeps lose nothing', {
  timeout: 900_000,
}, async () => {
  for (const replica of behind.flatMap((name) => several.replicas[name])) {
    await disturbed(`kill -9 of ${replica.name}`, async () => {
      signal(replica, 'SIGKILL')
      await pause(500)
      await ready(replica)
    })
  }
  await disturbed('kill -9 of the leader of the stream of progress', async () => {
    const leader = await streamLeader()
    await several.nats.nodes.find(({ name }) => name === leader)?.crash()
    await clusterIsWhole()
  })
  const [sleeper] = several.replicas.progress as [Replica]
  await disturbed(`${sleeper.name} asleep for 10 s, and back`, async () => {
    signal(sleeper, 'SIGSTOP')
    await pause(10_000)
    signal(sleeper, 'SIGCONT')
    await ready(sleeper)
  })
})

test('when Postgres dies, its standby leads on with all that was acknowledged', {
  timeout: 300_000,
}, async () => {
  await disturbed('failover of Postgres', () => several.postgres.failOver())
})

test('in the end every acknowledged answer counts, and counts once', { timeout: 300_000 }, async () => {
  await Promise.all(running.map((learner) => learner.stop()))
  for (const learner of running) expect((await learner.progress()).totalQuestions).toBe(learner.acknowledged)
  const acknowledged = running.reduce((sum, learner) => sum + learner.acknowledged, 0)
  const { natsUrl, postgresUrl } = several.platform
  await expect.poll(() => publishedAnswers(natsUrl), { timeout: patience, interval: 200 }).toBe(acknowledged)
  await expect.poll(() => undealtWith(natsUrl), { timeout: patience, interval: 200 }).toEqual([])
  expect(await differences(postgresUrl)).toBe('No difference.\n')
})

function signal({ process: { pid } }: Replica, name: NodeJS.Signals): void {
  if (pid !== undefined) process.kill(pid, name)
}

async function streamLeader(): Promise<string | undefined> {
  const { cluster } = await streamOfProgress()
  return cluster?.leader
}

/** Every copy of the stream is up to date again: until then a second loss would be one too many. */
async function clusterIsWhole(): Promise<void> {
  const isWhole = async () => {
    const { cluster } = await streamOfProgress().catch(() => ({ cluster: undefined }))
    const copies = cluster?.replicas ?? []
    return (
      cluster?.leader !== undefined &&
      copies.length === 2 &&
      copies.every(({ current, offline }) => current && !offline)
    )
  }
  await expect.poll(isWhole, { timeout: patience, interval: 200 }).toBe(true)
}

async function streamOfProgress() {
  const nats = await connect({ servers: several.nats.url.split(',') })
  try {
    const manager = await jetstreamManager(nats)
    return await manager.streams.info(streams.progress.name)
  } finally {
    await nats.close()
  }
}
