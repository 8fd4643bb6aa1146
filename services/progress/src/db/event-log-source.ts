import { progressSubjects } from '@rehearse/contracts'
import {
  type EventTables,
  eventReader,
  type RecordedEvent,
  readCheckpoint,
  upcast,
  writeCheckpoint,
} from '@rehearse/event-store'
import type { OutgoingMessage, RelaySource } from '@rehearse/service-kit'
import type { Kysely } from 'kysely'
import { answerSubmittedType, upcasters } from '../domain/answer-event.ts'

const checkpoint = 'relay'

/** What others may hear of each event; types that are ours alone are absent and passed by. */
const subjects: Readonly<Record<string, string>> = {
  [answerSubmittedType]: progressSubjects.answerSubmitted,
}

/** The event log as the relay reads it: in commit order, from its checkpoint on. */
export function eventLogSource<Tables extends EventTables>(db: Kysely<Tables>): RelaySource {
  return {
    read: async (limit) => {
      for (;;) {
        const events = await eventReader(db).readAll(await readCheckpoint(db, checkpoint), limit)
        const outgoing = events.flatMap(toMessage)
        const last = events.at(-1)
        if (outgoing.length > 0 || last === undefined) return outgoing
        // Nothing to publish among them: they are dealt with.
        await writeCheckpoint(db, checkpoint, last.globalPosition)
      }
    },
    published: async (messages) => {
      const last = messages.at(-1)
      if (last) await writeCheckpoint(db, checkpoint, last.position)
    },
  }
}

function toMessage(recorded: RecordedEvent): OutgoingMessage[] {
  const event = upcast(recorded, upcasters)
  const subject = subjects[event.type]
  if (subject === undefined) return []
  const payload = {
    id: event.eventId,
    type: event.type,
    version: event.schemaVersion,
    occurredAt: event.recordedAt.toISOString(),
    ...event.metadata,
    data: event.data,
  }
  return [{ position: event.globalPosition, id: event.eventId, subject, payload }]
}
