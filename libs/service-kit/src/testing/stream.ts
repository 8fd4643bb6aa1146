import { type StreamOwner, streams } from '@rehearse/contracts'
import type { Nats } from '../messaging/nats.ts'

/** All messages of a service's stream, in order. */
export async function storedMessages(
  nats: Nats,
  owner: StreamOwner,
): Promise<{ id: string; data: unknown }[]> {
  const js = await nats.jetstream()
  const consumer = await js.consumers.get(streams[owner].name)
  const messages: { id: string; data: unknown }[] = []
  if ((await consumer.info()).num_pending === 0) return messages
  for await (const message of await consumer.consume()) {
    messages.push(message.json())
    if (message.info.pending === 0) break
  }
  return messages
}
