import type { JetStreamManager } from '@nats-io/jetstream'
import { type StreamOwner, streams } from '@rehearse/contracts'
import type { Manifest } from './manifest.ts'
import { type BackupWriter, writePart } from './part.ts'

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

export const partOfStream = (owner: string): string => `streams/${owner}.jsonl.zst`

/** Writes what somebody had still to take in, in the order in which it was told. */
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
