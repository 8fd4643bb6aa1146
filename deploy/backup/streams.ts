import { createInterface } from 'node:readline'
import type { JetStreamManager } from '@nats-io/jetstream'
import { type ConsumerInfo, JetStreamApiCodes, JetStreamApiError } from '@nats-io/jetstream'
import { headers, type NatsConnection } from '@nats-io/transport-node'
import { keySetLocation, type StreamOwner, streams } from '@rehearse/contracts'
import { ensureStream } from '@rehearse/service-kit/messaging/nats'
import type { Manifest } from './manifest.ts'
import { type BackupWriter, readPart, writePart } from './parts.ts'

/** A message as it lay in its stream. */
export interface KeptMessage {
  id: string
  subject: string
  traceparent?: string
  body: string
}

/** Positions in a stream, the last included. */
export interface Stretch {
  from: number
  upTo: number
}

const partOfStream = (owner: string): string => `streams/${owner}.jsonl.zst`

/** Writes what a consumer had yet to handle, in the order in which it was published. */
export async function backUpStreams(
  to: BackupWriter,
  manager: JetStreamManager,
  stretches: Readonly<Record<StreamOwner, Stretch>>,
): Promise<Manifest['streams']> {
  const written: Manifest['streams'] = {}
  for (const [owner, stretch] of Object.entries(stretches) as [StreamOwner, Stretch][]) {
    const count = { messages: 0 }
    await writePart(to, partOfStream(owner), lines(manager, owner, stretch, count))
    written[owner] = count
  }
  return written
}

async function* lines(
  manager: JetStreamManager,
  owner: StreamOwner,
  { from, upTo }: Stretch,
  count: { messages: number },
): AsyncGenerator<string> {
  for await (const message of readStretch(manager, streams[owner].name, { from, upTo })) {
    count.messages += 1
    yield `${JSON.stringify(message)}\n`
  }
}

/** Reads messages of a stream, oldest first. */
export async function* readStretch(
  manager: JetStreamManager,
  stream: string,
  { from, upTo }: Stretch,
  subject?: string,
): AsyncGenerator<KeptMessage> {
  if (from > upTo) return
  const reader = await manager.jetstream().consumers.get(stream, {
    opt_start_seq: from,
    ...(subject && { filter_subjects: subject }),
  })
  // A stretch may hold nothing at all, and what never comes would be waited for.
  if ((await reader.info()).num_pending === 0) return
  for await (const message of await reader.consume()) {
    if (message.seq > upTo) return
    const traceparent = message.headers?.get('traceparent')
    yield {
      id: message.headers?.get('Nats-Msg-Id') ?? '',
      subject: message.subject,
      ...(traceparent && { traceparent }),
      body: message.string(),
    }
    if (message.seq === upTo || message.info.pending === 0) return
  }
}

/** The last message of each stream; 0 for one that is empty, or not there. */
export async function lastOfStreams(manager: JetStreamManager): Promise<Record<StreamOwner, number>> {
  const owners = Object.keys(streams) as StreamOwner[]
  const entries = await Promise.all(
    owners.map(async (owner) => [owner, await lastOf(manager, owner)] as const),
  )
  return Object.fromEntries(entries) as Record<StreamOwner, number>
}

/** The first message of each stream that somebody may still have to take in. */
export async function firstUnconsumed(manager: JetStreamManager): Promise<Record<StreamOwner, number>> {
  // Before the consumers: who has nothing to do then has taken in these.
  const last = await lastOfStreams(manager)
  const owners = Object.keys(streams) as StreamOwner[]
  const entries = await Promise.all(
    owners.map(async (owner) => [owner, await firstOf(manager, owner, last[owner] + 1)] as const),
  )
  return Object.fromEntries(entries) as Record<StreamOwner, number>
}

async function lastOf(manager: JetStreamManager, owner: StreamOwner): Promise<number> {
  try {
    return (await manager.streams.info(streams[owner].name)).state.last_seq
  } catch (error) {
    if (isMissing(error)) return 0
    throw error
  }
}

async function firstOf(manager: JetStreamManager, owner: StreamOwner, next: number): Promise<number> {
  let first = next
  try {
    for await (const info of manager.consumers.list(streams[owner].name)) {
      if (info.config.durable_name && !isIdle(info)) first = Math.min(first, await firstFor(manager, info))
    }
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  return first
}

const isIdle = ({ num_pending, num_ack_pending }: ConsumerInfo) => num_pending === 0 && num_ack_pending === 0

/** Behind what it has acknowledged there may be a long way to the next one that is its own. */
async function firstFor(manager: JetStreamManager, info: ConsumerInfo): Promise<number> {
  const from = info.ack_floor.stream_seq + 1
  const { filter_subject } = info.config
  const reader = await manager.jetstream().consumers.get(info.stream_name, {
    opt_start_seq: from,
    ...(filter_subject && { filter_subjects: filter_subject }),
  })
  const message = await reader.next({ expires: 5_000 })
  await reader.delete()
  return message?.seq ?? from
}

function isMissing(error: unknown): boolean {
  return error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound
}

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
 * Creates the streams, and publishes again what a consumer had yet to handle. Consumers start with the first message of
 * a stream, as new ones always do, and recognize by its id a message that they have handled.
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
