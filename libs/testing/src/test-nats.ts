import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { natsServers } from '@rehearse/service-kit/messaging/nats'
import { inject } from 'vitest'
import { takeNatsAccount } from './test-nats-server.ts'
import './vitest-backing-servers.ts'

let deleteOwnStreams: (() => Promise<void>) | undefined

/** Ends what a test file left on a server that is not ours; `release-nats.ts` registers it for each file. */
export async function releaseTestNats(): Promise<void> {
  await deleteOwnStreams?.()
  deleteOwnStreams = undefined
}

/**
 * A NATS without streams for this test file: our streams' names are fixed, so each file has an account of its own. If
 * NATS_URL names one server for all, files run one after another and each deletes its streams.
 */
export async function testNats(): Promise<{ url: string }> {
  const { natsSource, natsAccounts } = inject('backingServers')
  if (natsAccounts) return { url: await takeNatsAccount(natsAccounts) }
  if (natsSource.kind !== 'environment') throw new Error('no NATS server was started for tests')
  const { url } = natsSource
  if (!deleteOwnStreams) await requireNoStreams(url)
  deleteOwnStreams = () => deleteStreams(url)
  return { url }
}

/** Streams that no test created may be real data. */
async function requireNoStreams(url: string): Promise<void> {
  const names = await withStreams(url, async (names) => names)
  if (names.length === 0) return
  throw new Error(
    `NATS_URL names a server with streams (${names.join(', ')}): tests need a separate server because they delete existing streams.`,
  )
}

async function deleteStreams(url: string): Promise<void> {
  await withStreams(url, async (names, remove) => {
    for (const name of names) await remove(name)
  })
}

async function withStreams<T>(
  url: string,
  work: (names: string[], remove: (name: string) => Promise<unknown>) => Promise<T>,
): Promise<T> {
  const connection = await connect(natsServers(url))
  try {
    const manager = await jetstreamManager(connection)
    const names: string[] = []
    for await (const stream of manager.streams.list()) names.push(stream.config.name)
    return await work(names, (name) => manager.streams.delete(name))
  } finally {
    await connection.close()
  }
}
