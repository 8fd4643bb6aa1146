import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { progressSubjects, streams } from '@rehearse/contracts'
import { repositoryRoot } from '@rehearse/local-platform'
import { natsServers } from '@rehearse/service-kit/messaging/nats'

/**
 * Distinct answers in JetStream. A relay that died before it recorded a batch may have published some of it again, in
 * a batch of another size: consumers count each answer once.
 */
export const publishedAnswers = (natsUrl: string): Promise<number> =>
  managed(natsUrl, async (manager) => {
    const ids = new Set<string>()
    const filter_subjects = progressSubjects.answerSubmitted
    const consumer = await manager.jetstream().consumers.get(streams.progress.name, { filter_subjects })
    if ((await consumer.info()).num_pending === 0) return 0
    for await (const message of await consumer.consume()) {
      for (const { id } of message.json<{ id: string }[]>()) ids.add(id)
      if (message.info.pending === 0) break
    }
    return ids.size
  })

/** Consumers with unprocessed messages. */
export const findUnconsumedMessages = (natsUrl: string): Promise<string[]> =>
  managed(natsUrl, async (manager) => {
    const names: string[] = []
    for (const { name: stream } of Object.values(streams)) {
      for await (const consumer of manager.consumers.list(stream)) {
        const isDurable = consumer.config.durable_name !== undefined
        if (isDurable && consumer.num_pending + consumer.num_ack_pending > 0) names.push(consumer.name)
      }
    }
    return names
  })

/**
 * The output of the command that replays the whole log; it fails if read models differ.
 * @param postgresUrl of the superuser
 */
export async function differences(postgresUrl: string): Promise<string> {
  const address = new URL(postgresUrl)
  address.pathname = '/progress'
  const command = join(repositoryRoot, 'services/progress/src/ops/run.ts')
  const env = { PATH: process.env.PATH, DATABASE_OWNER_URL: address.href }
  const { stdout } = await promisify(execFile)(process.execPath, [command, 'verify'], { env })
  return stdout
}

async function managed<Result>(
  natsUrl: string,
  ask: (manager: JetStreamManager) => Promise<Result>,
): Promise<Result> {
  const nats = await connect(natsServers(natsUrl))
  try {
    return await ask(await jetstreamManager(nats))
  } finally {
    await nats.close()
  }
}
