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

/** The event log as the relay reads it: in commit order, from its checkpoint, without personal data. */
export function eventLogSource<Tables extends EventTables>(db: Kysely<Tables>, log: EventLog): RelaySource {
  return {
    read: async (limit) => {
      for (;;) {
        const events = await log.reader(db).readAllClear(await readCheckpoint(db, checkpoint), limit)
        const outgoing = events.flatMap(toMessage)
        const last = events.at(-1)
        if (outgoing.length > 0 || last === undefined) return outgoing
        // Nothing to publish among them: they are dealt with.
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

/** An event that is ours alone is passed by. */
function toMessage(event: RecordedEvent): OutgoingMessage[] {
  const subject = (entries as Readonly<Record<string, EventEntry>>)[event.type]?.subject
  if (!subject) return []
  const payload = {
    id: event.eventId,
    type: event.type,
    version: event.schemaVersion,
    occurredAt: event.recordedAt.toISOString(),
    ...event.metadata,
    data: event.data,
  }
  const { traceparent } = event.metadata
  return [{ position: event.globalPosition, id: event.eventId, subject, payload, traceparent }]
}
