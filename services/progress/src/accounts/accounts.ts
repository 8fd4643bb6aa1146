import { PREFERENCE_DEFAULTS, preferencesChanged } from '@rehearse/contracts'
import type { EventLog } from '@rehearse/event-store'
import { type Backend, learnerTables, type PersonalData, type ReadCollection } from '@rehearse/service-kit'
import type { z } from 'zod'
import { draftCollection } from '../challenges/draft-repository.ts'
import { codeCollection } from '../challenges/repository.ts'
import { learnerStream } from '../learner/events.ts'
import { mockInterviewCollection } from '../mock-interviews/repository.ts'
import type { ReadModels } from '../read-models/follow-log.ts'
import type { ProgressTables } from '../tables.ts'
import { eraseLearner, storePreferences } from './repository.ts'

/** What progress stores about a learner: the decrypted events of their stream, and every table with a `learner_id`. */
export function personalData(
  log: EventLog,
  readModels: Pick<ReadModels, 'reachEnd'>,
): PersonalData<ProgressTables> {
  return {
    collections: async (db) => {
      await readModels.reachEnd()
      return {
        events: eventsOf(log),
        ...(await learnerTables(db)),
        learner_challenge_code: codeCollection(log),
        learner_challenge_draft: draftCollection(log),
        learner_mock_interview: mockInterviewCollection(log),
      }
    },
    erase: eraseLearner,
  }
}

const eventsOf =
  (log: EventLog): ReadCollection<ProgressTables> =>
  async (db, learnerId, { after, limit }) => {
    const from = Number(after ?? 0) + 1
    const events = await log.reader(db).readStream(learnerStream(learnerId), from, limit)
    const last = events.at(-1)
    return {
      rows: events.map(({ type, recordedAt, data }) => ({
        recordedAt: recordedAt.toISOString(),
        type,
        ...data,
      })),
      next: last !== undefined && events.length === limit ? String(last.streamVersion) : null,
    }
  }

/** Until a learner changes the topics, none are chosen: practice has all. */
const isDefault = (sections: readonly string[] = []): boolean =>
  sections.toSorted().join() === PREFERENCE_DEFAULTS.sections.toSorted().join()

/** Consumes the time zones and languages that learners prefer, and what they prefer to practice. */
export function consumeTimeZones(backend: Backend<ProgressTables>): void {
  backend.consume<z.infer<typeof preferencesChanged>>({
    name: 'progress-time-zones',
    schema: preferencesChanged,
    handle: async (messages, trx) => {
      for (const { data, occurredAt: changedAt } of messages) {
        const { timezone: timeZone, sections, ...preferred } = data
        const topics = isDefault(sections) ? undefined : sections
        await storePreferences(trx, { ...preferred, timeZone, topics, changedAt })
      }
    },
  })
}
