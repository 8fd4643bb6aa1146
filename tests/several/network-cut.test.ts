import { setTimeout as pause } from 'node:timers/promises'
import { waitUntilReady } from '@rehearse/local-platform'
import { temporaryFolder } from '@rehearse/testing'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { type LearnerGroup, patience, startLearnerGroup } from './learner-group.ts'
import { type NatsCluster, startNatsCluster } from './nats-cluster.ts'
import { type Island, openNetwork, whyNoNetwork } from './network.ts'
import { type PostgresOnNetwork, startPostgresOnNetwork } from './postgres-on-network.ts'
import { type Replica, type SeveralOfEverything, startSeveral } from './several-of-everything.ts'
import { clusterIsComplete, leaderOfProgress } from './stream-of-progress.ts'

/** Milliseconds: longer than any timeout. */
const cutFor = 30_000

const reason = await whyNoNetwork()
if (reason) process.stdout.write(`cuts of the network are not tested: ${reason}\n`)

const open = new AsyncDisposableStack()
let islands: Island[]
let nats: NatsCluster
let postgres: PostgresOnNetwork
let several: SeveralOfEverything
let crowd: LearnerGroup

/** Each NATS server has its own machine, and so has one of the two replicas of progress. */
describe.skipIf(reason)('on a network that breaks', () => {
  beforeAll(async () => {
    const { path: dataDir } = open.use(await temporaryFolder())
    const network = open.use(await openNetwork())
    islands = await Promise.all(['a', 'b', 'c', 'd'].map((name) => network.island(name)))
    nats = open.adopt(await startNatsCluster(dataDir, islands.slice(0, 3)), (it) => it.stop())
    postgres = open.adopt(await startPostgresOnNetwork(dataDir, network.address), (it) => it.stop())
    several = open.adopt(
      await startSeveral({
        dataDir,
        nats,
        postgresUrl: postgres.url,
        second: { progress: { place: islands[3] as Island } },
      }),
      (it) => it.stop(),
    )
    crowd = open.adopt(await startLearnerGroup(several.door, 20), (it) => it.stop())
  }, 300_000)
  afterAll(() => open.disposeAsync(), 120_000)

  const remote = () => several.replicas.progress[1] as Replica
  const ready = ({ innerUrl }: Replica) => waitUntilReady(innerUrl, { deadlineMs: patience })

  test('a disconnected machine keeps no lock, and comes back', { timeout: 300_000 }, async () => {
    const island = islands[3] as Island
    await crowd.disturbed('the machine of progress 2 cut off', async () => {
      await island.cut()
      await crowd.getsOn('the cut')
    })
    await pause(cutFor)
    await crowd.disturbed('the machine of progress 2 back', async () => {
      await island.mend()
      await ready(remote())
    })
  })

  test('a replica that loses only its database gets no requests', { timeout: 300_000 }, async () => {
    const island = islands[3] as Island
    let end = async () => {}
    await crowd.disturbed('progress 2 cut off from Postgres', async () => {
      end = await island.lose(postgres.port)
      await crowd.getsOn('the cut')
    })
    await pause(cutFor)
    await crowd.disturbed('progress 2 with Postgres again', async () => {
      await end()
      await ready(remote())
    })
  })

  test('while the leader of NATS is disconnected, answers and live updates continue', {
    timeout: 300_000,
  }, async () => {
    const leader = await leaderOfProgress(nats.opsUrl)
    const island = islands[nats.nodes.findIndex(({ name }) => name === leader)] as Island
    await crowd.disturbed('the leader of NATS cut off', async () => {
      await island.cut()
      await crowd.getsOn('the cut')
    })
    await pause(cutFor)
    await crowd.disturbed('the leader of NATS back', async () => {
      await island.mend()
      await clusterIsComplete(nats.opsUrl)
    })
  })

  test('every acknowledged answer counts exactly once', { timeout: 300_000 }, async () => {
    for (const replica of Object.values(several.replicas).flat()) await ready(replica)
    await crowd.expectCountedOnce(nats.opsUrl, postgres.url)
  })
})
