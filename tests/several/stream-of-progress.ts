import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { streams } from '@rehearse/contracts'
import { natsServers } from '@rehearse/service-kit/messaging/nats'
import { expect } from 'vitest'
import { patience } from './learner-group.ts'

/** The name of the server that leads the stream of answers. */
export async function leaderOfProgress(natsUrl: string): Promise<string | undefined> {
  return (await clusterOfProgress(natsUrl))?.leader
}

/** Resolves when every copy of the stream is up to date; before that, a second loss would be one too many. */
export async function clusterIsComplete(natsUrl: string): Promise<void> {
  const isComplete = async () => {
    const cluster = await clusterOfProgress(natsUrl).catch(() => undefined)
    const copies = cluster?.replicas ?? []
    return (
      cluster?.leader !== undefined &&
      copies.length === 2 &&
      copies.every(({ current, offline }) => current && !offline)
    )
  }
  await expect.poll(isComplete, { timeout: patience, interval: 200 }).toBe(true)
}

async function clusterOfProgress(natsUrl: string) {
  const nats = await connect(natsServers(natsUrl))
  try {
    const manager = await jetstreamManager(nats)
    return (await manager.streams.info(streams.progress.name)).cluster
  } finally {
    await nats.close()
  }
}
