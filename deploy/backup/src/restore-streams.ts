import { createInterface } from 'node:readline'
import type { JetStreamManager } from '@nats-io/jetstream'
import { headers, type NatsConnection } from '@nats-io/transport-node'
import { keySetLocation, type StreamOwner, streams } from '@rehearse/contracts'
import { ensureStream } from '@rehearse/service-kit/messaging/nats'
import { type KeptMessage, partOfStream } from './back-up-streams.ts'
import { readPart } from './part.ts'
import { isMissing } from './unconsumed.ts'

const owners = Object.keys(streams) as StreamOwner[]

/** Forgets every stream of ours, with the places of their consumers. Audio files are another matter. */
export async function clearStreams(manager: JetStreamManager): Promise<void> {
  // Tokens that were signed before are not believed any more.
  const names = [...owners.map((owner) => streams[owner].name), `KV_${keySetLocation.bucket}`]
  for (const name of names) {
    await manager.streams.delete(name).catch((error: unknown) => {
      if (!isMissing(error)) throw error
    })
  }
}

/** Of our streams, those that hold something. */
export async function filledStreams(manager: JetStreamManager): Promise<string[]> {
  const filled: string[] = []
  for (const { name } of Object.values(streams)) if ((await lengthOf(manager, name)) > 0) filled.push(name)
  return filled
}

/** How many messages a stream holds; 0 where there is none. */
export async function lengthOf(manager: JetStreamManager, stream: string): Promise<number> {
  try {
    return (await manager.streams.info(stream)).state.messages
  } catch (error) {
    if (isMissing(error)) return 0
    throw error
  }
}

/** Messages that are under way at a time. */
const batch = 500

/**
 * Makes the streams, and tells again what somebody had still to take in. Consumers begin with the first message of a
 * stream, as new ones always do; what one of them has taken in before it knows by its id.
 */
export async function restoreStreams(
  folder: string,
  connection: NatsConnection,
  manager: JetStreamManager,
  replicas: number,
): Promise<void> {
  const js = manager.jetstream()
  for (const owner of owners) {
    await ensureStream(manager, owner, replicas)
    let sent: Promise<unknown>[] = []
    for await (const line of createInterface({ input: readPart(folder, partOfStream(owner)) })) {
      const message = JSON.parse(line) as KeptMessage
      sent.push(js.publish(message.subject, message.body, { msgID: message.id, headers: headersOf(message) }))
      if (sent.length === batch) {
        await Promise.all(sent)
        sent = []
      }
    }
    await Promise.all(sent)
  }
  await connection.flush()
}

function headersOf({ traceparent }: KeptMessage) {
  const sent = headers()
  if (traceparent) sent.set('traceparent', traceparent)
  return sent
}
