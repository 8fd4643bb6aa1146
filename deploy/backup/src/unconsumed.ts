import {
  type ConsumerInfo,
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamManager,
} from '@nats-io/jetstream'
import { type StreamOwner, streams } from '@rehearse/contracts'

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

export function isMissing(error: unknown): boolean {
  return error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound
}
