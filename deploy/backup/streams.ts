import { createInterface } from 'node:readline'
import type { JetStreamManager } from '@nats-io/jetstream'
import { type ConsumerInfo, JetStreamApiCodes, JetStreamApiError } from '@nats-io/jetstream'
import { headers, type NatsConnection } from '@nats-io/transport-node'
import { keySetLocation, type StreamOwner, streams } from '@rehearse/contracts'
import { ensureStream } from '@rehearse/service-kit/messaging/nats'
import type { Manifest } from './manifest.ts'
import { type BackupWriter, readPart, writePart } from './parts.ts'

/** A message as stored in its stream. */
export interface SavedMessage {
  id: string
  subject: string
  traceparent?: string
  body: string
}

/** Positions in a stream, the last included. */
export interface SequenceRange {
  from: number
  upTo: number
}

const partOfStream = (owner: string): string => `streams/${owner}.jsonl.zst`

/** Writes the messages that a consumer has yet to handle, in the order of publication. */
export async function backUpStreams(
  to: BackupWriter,
  manager: JetStreamManager,
  sequenceRanges: Readonly<Record<StreamOwner, SequenceRange>>,
): Promise<Manifest['streams']> {
  const written: Manifest['streams'] = {}
  for (const [owner, stretch] of Object.entries(sequenceRanges) as [StreamOwner, SequenceRange][]) {
    const count = { messages: 0 }
    await writePart(to, partOfStream(owner), lines(manager, owner, stretch, count))
    written[owner] = count
  }
  return written
}

async function* lines(
  manager: JetStreamManager,
  owner: StreamOwner,
  { from, upTo }: SequenceRange,
  count: { messages: number },
): AsyncGenerator<string> {
  for await (const message of readMessageRange(manager, streams[owner].name, { from, upTo })) {
    count.messages += 1
    yield `${JSON.stringify(message)}\n`
  }
}

/** Reads messages of a stream, oldest first. */
export async function* readMessageRange(
  manager: JetStreamManager,
  stream: string,
  { from, upTo }: SequenceRange,
  subject?: string,
): AsyncGenerator<SavedMessage> {
  if (from > upTo) return
  const reader = await manager.jetstream().consumers.get(stream, {
    opt_start_seq: from,
    ...(subject && { filter_subjects: subject }),
  })
  // The range may be empty, and waiting for a message would never end.
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

/** The last message of each stream; 0 if it is empty or missing. */
export async function lastOfStreams(manager: JetStreamManager): Promise<Record<StreamOwner, number>> {
  const owners = Object.keys(streams) as StreamOwner[]
  const entries = await Promise.all(
    owners.map(async (owner) => [owner, await lastOf(manager, owner)] as const),
  )
  return Object.fromEntries(entries) as Record<StreamOwner, number>
}

/** The first message of each stream that some consumer may still have to handle. */
export async function firstUnconsumed(manager: JetStreamManager): Promise<Record<StreamOwner, number>> {
  // Before the consumers: one without pending messages has handled all of these.
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

/** After the acknowledged position, the next message for this consumer may be far away. */
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

/** Deletes all our streams with their consumers, except audio and images. */
export async function clearStreams(manager: JetStreamManager): Promise<void> {
  // Tokens that were signed before are rejected from now on.
  const names = [...owners.map((owner) => streams[owner].name), `KV_${keySetLocation.bucket}`]
  for (const name of names) {
    await manager.streams.delete(name).catch((error: unknown) => {
      if (!isMissing(error)) throw error
    })
  }
}

/** Our streams that aren't empty. */
export async function filledStreams(manager: JetStreamManager): Promise<string[]> {
  const filled: string[] = []
  for (const { name } of Object.values(streams)) if ((await lengthOf(manager, name)) > 0) filled.push(name)
  return filled
}

/** The number of messages in a stream; 0 if it doesn't exist. */
export async function lengthOf(manager: JetStreamManager, stream: string): Promise<number> {
  try {
    return (await manager.streams.info(stream)).state.messages
  } catch (error) {
    if (isMissing(error)) return 0
    throw error
  }
}

/** Messages in flight at a time. */
const batch = 500

/**
 * Creates the streams, and republishes the messages that a consumer had yet to handle. Consumers start with the first
 * message of a stream, as new ones always do, and recognize handled messages by their ids.
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
      const message = JSON.parse(line) as SavedMessage
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

function headersOf({ traceparent }: SavedMessage) {
  const sent = headers()
  if (traceparent) sent.set('traceparent', traceparent)
  return sent
}
