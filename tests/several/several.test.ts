import { setTimeout as pause } from 'node:timers/promises'
import { waitUntilReady } from '@rehearse/local-platform'
import { temporaryFolder } from '@rehearse/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LearnerGroup, patience, startLearnerGroup } from './learner-group.ts'
import { type NatsCluster, startNatsCluster } from './nats-cluster.ts'
import { type PostgresPair, startPostgresPair } from './postgres-pair.ts'
import { backends, type Replica, type SeveralOfEverything, startSeveral } from './several-of-everything.ts'
import { clusterIsComplete, leaderOfProgress } from './stream-of-progress.ts'

/** How often everything is restarted in turn. */
const rounds = Number(process.env.ROLLING_RESTARTS ?? 1)
/** Milliseconds between two answers of a learner: many rounds leave the machine time for other work. */
const thinking = rounds > 1 ? 50 : 0

const open = new AsyncDisposableStack()
let nats: NatsCluster
let postgres: PostgresPair
let several: SeveralOfEverything
let crowd: LearnerGroup
beforeAll(async () => {
  const { path: dataDir } = open.use(await temporaryFolder())
  nats = open.adopt(await startNatsCluster(dataDir), (it) => it.stop())
  postgres = open.adopt(await startPostgresPair(dataDir), (it) => it.stop())
  const surroundings = { dataDir, nats, postgresUrl: postgres.url }
  several = open.adopt(await startSeveral(surroundings), (it) => it.stop())
  crowd = open.adopt(await startLearnerGroup(several.door, 20, ['UTC'], thinking), (it) => it.stop())
}, 300_000)
afterAll(() => open.disposeAsync(), 120_000)

const ready = ({ innerUrl }: Replica) => waitUntilReady(innerUrl, { deadlineMs: patience })

describe.each(Array.from({ length: rounds }, (_, index) => index + 1))('restarts, round %i', () => {
  test('no learner notices a rolling restart of every service', { timeout: 600_000 }, async () => {
    for (const replica of backends.flatMap((name) => several.replicas[name])) {
      const { failed } = await crowd.disturbed(`restart of ${replica.name}`, async () => {
        // Like `preStop` of our manifests: the gateways check once a second which replicas are back.
        await pause(2_000)
        await replica.process.restart()
        await ready(replica)
      })
      expect(failed).toBe(0)
    }
  })

  test('no learner notices a restart of a gateway behind a load balancer', { timeout: 300_000 }, async () => {
    for (const gateway of several.gateways) {
      const { failed } = await crowd.disturbed(`restart of ${gateway.name}`, () =>
        several.without(gateway, async () => {
          await gateway.process.restart()
          await ready(gateway)
        }),
      )
      expect(failed).toBe(0)
    }
  })

  test('no learner notices a restart of a NATS server', { timeout: 300_000 }, async () => {
    for (const node of nats.nodes) {
      const { failed } = await crowd.disturbed(`restart of ${node.name}`, async () => {
        await node.restart()
        await clusterIsComplete(nats.opsUrl)
      })
      expect(failed).toBe(0)
    }
  })
})

test('a crash of one replica, a crash of the leader of NATS, and a suspended process lose nothing', {
  timeout: 900_000,
}, async () => {
  for (const replica of backends.flatMap((name) => several.replicas[name])) {
    await crowd.disturbed(`kill -9 of ${replica.name}`, async () => {
      signal(replica, 'SIGKILL')
      await pause(500)
      await ready(replica)
    })
  }
  await crowd.disturbed('kill -9 of the leader of the stream of progress', async () => {
    const leader = await leaderOfProgress(nats.opsUrl)
    await nats.nodes.find(({ name }) => name === leader)?.crash()
    await clusterIsComplete(nats.opsUrl)
  })
  const [sleeper] = several.replicas.progress as [Replica]
  await crowd.disturbed(`${sleeper.name} asleep for 10 s, and back`, async () => {
    signal(sleeper, 'SIGSTOP')
    await pause(10_000)
    signal(sleeper, 'SIGCONT')
    await ready(sleeper)
  })
})

test('when Postgres dies, its standby takes over with everything that was acknowledged', {
  timeout: 300_000,
}, async () => {
  await crowd.disturbed('failover of Postgres', () => postgres.failOver())
})

test('every acknowledged answer counts exactly once', { timeout: 300_000 }, () =>
  crowd.expectCountedOnce(nats.opsUrl, postgres.url),
)

function signal({ process: { pid } }: Replica, name: NodeJS.Signals): void {
  if (pid !== undefined) process.kill(pid, name)
}
