import type { JetStreamManager } from '@nats-io/jetstream'
import { type StreamOwner, streams } from '@rehearse/contracts'
import type { Stretch } from './back-up-streams.ts'
import { lastOfStreams } from './unconsumed.ts'

/** Where the messages of a time are in each stream: from its first moment on, up to before its last. */
export async function stretchesOfTime(
  manager: JetStreamManager,
  since: Date,
  before: Date,
): Promise<Record<StreamOwner, Stretch>> {
  const last = await lastOfStreams(manager)
  const entries = (Object.keys(last) as StreamOwner[]).map(async (owner) => {
    const next = last[owner] + 1
    const from = await firstAt(manager, owner, since, next)
    return [owner, { from, upTo: (await firstAt(manager, owner, before, next)) - 1 }] as const
  })
  return Object.fromEntries(await Promise.all(entries)) as Record<StreamOwner, Stretch>
}

/** The first message of a moment or later; `next` where there is none. */
async function firstAt(
  manager: JetStreamManager,
  owner: StreamOwner,
  moment: Date,
  next: number,
): Promise<number> {
  if (next === 1) return next
  const reader = await manager
    .jetstream()
    .consumers.get(streams[owner].name, { opt_start_time: moment.toISOString() })
  if ((await reader.info()).num_pending === 0) return next
  const message = await reader.next({ expires: 5_000 })
  await reader.delete()
  return message?.seq ?? next
}
