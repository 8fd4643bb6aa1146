import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { progressSubjects, streams } from '@rehearse/contracts'
import { repositoryRoot } from '@rehearse/local-platform'
import { natsServers } from '@rehearse/service-kit/messaging/nats'

/** Answers that JetStream holds: each once, however often the relay had to begin again. */
export const publishedAnswers = (natsUrl: string): Promise<number> =>
  managed(natsUrl, async (manager) => {
    const subject = progressSubjects.answerSubmitted
    const { state } = await manager.streams.info(streams.progress.name, { subjects_filter: subject })
    return state.subjects?.[subject] ?? 0
  })

/** Consumers that have not dealt with everything yet. */
export const undealtWith = (natsUrl: string): Promise<string[]> =>
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
 * What the command says that replays the whole log; it fails when read models differ from it.
 * @param postgresUrl of the superuser
 */
export async function differences(postgresUrl: string): Promise<string> {
  const address = new URL(postgresUrl)
  address.pathname = '/progress'
  const command = join(repositoryRoot, 'services/progress/src/ops/verify.ts')
  const env = { PATH: process.env.PATH, DATABASE_OWNER_URL: address.href }
  const { stdout } = await promisify(execFile)(process.execPath, [command], { env })
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
