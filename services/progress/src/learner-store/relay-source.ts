import {
  type EventLog,
  type EventTables,
  type RecordedEvent,
  readCheckpoint,
  writeCheckpoint,
} from '@rehearse/event-store'
import type { OutgoingMessage, RelaySource } from '@rehearse/service-kit'
import { type Kysely, sql } from 'kysely'
import { type EventEntry, events as entries } from '../learner/event-catalog.ts'

const checkpoint = 'relay'
/** Events in one message: about 150 kB. */
const batchMax = 250

/**
 * The event log as the relay reads it: in commit order, from its checkpoint, without personal data. Consecutive
 * events of one batched subject form one message, whose id is derived from its first and last event.
 */
export function eventLogSource<Tables extends EventTables>(db: Kysely<Tables>, log: EventLog): RelaySource {
  return {
    read: async (limit) => {
      for (;;) {
        const events = await log.reader(db).readAllClear(await readCheckpoint(db, checkpoint), limit)
        const messages = toMessages(events)
        const last = events.at(-1)
        if (messages.length > 0 || last === undefined) return { messages, isMore: events.length === limit }
        // None of them is published, so move past them.
        await writeCheckpoint(db, checkpoint, last.globalPosition)
      }
    },
    waiting: async () => {
      const { rows } = await sql<{ count: number }>`
        select coalesce((select max(global_position) from event), 0)
          - coalesce((select position from checkpoint where name = ${checkpoint}), 0) as count`.execute(db)
      return rows[0]?.count ?? 0
    },
    published: async (messages) => {
      const last = messages.at(-1)
      if (last) await writeCheckpoint(db, checkpoint, last.position)
    },
  }
}

interface Batch {
  subject: string
  events: RecordedEvent[]
}

/** Skips events that aren't published. */
function toMessages(events: readonly RecordedEvent[]): OutgoingMessage[] {
  const batches: Batch[] = []
  for (const event of events) {
    const entry = (entries as Readonly<Record<string, EventEntry>>)[event.type]
    if (!entry?.subject) continue
    const current = batches.at(-1)
    if (entry.isBatched && current?.subject === entry.subject && current.events.length < batchMax) {
      current.events.push(event)
    } else {
      batches.push({ subject: entry.subject, events: [event] })
    }
  }
  return batches.map(toMessage)
}

function toMessage({ subject, events }: Batch): OutgoingMessage {
  const [first, last] = [events[0], events.at(-1)] as [RecordedEvent, RecordedEvent]
  const envelopes = events.map(toEnvelope)
  return {
    position: last.globalPosition,
    id: first === last ? first.eventId : `${first.eventId}/${last.eventId}`,
    subject,
    body: JSON.stringify(isBatched(first) ? envelopes : envelopes[0]),
    size: events.length,
    traceparent: events.find(({ metadata }) => metadata.traceparent)?.metadata.traceparent,
  }
}

const isBatched = ({ type }: RecordedEvent) =>
  (entries as Readonly<Record<string, EventEntry>>)[type]?.isBatched === true

const toEnvelope = (event: RecordedEvent) => ({
  id: event.eventId,
  type: event.type,
  version: event.schemaVersion,
  occurredAt: event.recordedAt.toISOString(),
  ...event.metadata,
  data: event.data,
})
