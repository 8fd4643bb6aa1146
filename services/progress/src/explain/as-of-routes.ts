import { BADGE_POINTS, getLearnerProgress, listLearnerEvents, paginate } from '@rehearse/contracts'
import type { EventLog } from '@rehearse/event-store'
import { type App, type Database, serve } from '@rehearse/service-kit'
import { type LearnerEventData, learnerStream } from '../learner/events.ts'
import { emptyState } from '../learner/state.ts'
import { requireNotErased } from '../learner-store/commit-learners.ts'
import { readHeads } from '../learner-store/learner-repository.ts'
import { evolveSettings, toFit, usualRow } from '../read-models/card-settings.ts'
import { toSummary } from '../stats/progress-view.ts'
import type { Db, ProgressTables } from '../tables.ts'
import { versionAsOf, walkLearner } from './queries.ts'

/** Admin routes that show a learner at any point in time, and event by event. */
export function learnerRoutes(app: App, { db }: Database<ProgressTables>, log: EventLog): void {
  serve(app, getLearnerProgress, async (request) => {
    const { uid } = request.params
    const asOf = new Date(request.query.asOf ?? Date.now())
    await headOf(uid)
    const learner = await readLearnerAsOf(db, log, uid, asOf)
    return { success: true as const, asOf: asOf.toISOString(), ...learner }
  })

  serve(app, listLearnerEvents, async (request) => {
    const { uid } = request.params
    const { page, pageSize, asOf } = request.query
    const head = await headOf(uid)
    const version =
      asOf === undefined
        ? head.version
        : await versionAsOf(db, learnerStream(uid), { head: head.version, asOf: new Date(asOf) })
    // Versions have no gaps, so the newest page has the last versions.
    const last = version - (page - 1) * pageSize
    const first = Math.max(1, last - pageSize + 1)
    const events =
      last < 1 ? [] : await log.reader(db).readStream(learnerStream(uid), first, last - first + 1)
    return {
      success: true as const,
      events: events.toReversed().map((event) => ({
        eventId: event.eventId,
        streamVersion: event.streamVersion,
        position: event.globalPosition,
        type: event.type,
        schemaVersion: event.schemaVersion,
        recordedAt: event.recordedAt.toISOString(),
        correlationId: event.metadata.correlationId,
        causationId: event.metadata.causationId,
        data: event.data as Record<string, unknown>,
      })),
      pagination: paginate(page, pageSize, version),
    }
  })

  /** @throws {DomainError} gone, for an erased learner */
  async function headOf(uid: string): Promise<{ version: number }> {
    const head = (await readHeads(db, log, [uid])).get(uid)
    if (head === undefined) throw new Error('every stream has a head')
    requireNotErased(head)
    return head
  }
}

/** A learner's state at a point in time: the events recorded by then, replayed with today's rules. */
async function readLearnerAsOf(db: Db, log: EventLog, learnerId: string, asOf: Date) {
  let state = emptyState
  let events = 0
  let flashcards = usualRow(learnerId)
  let interview: ReturnType<typeof toInterview> | null = null
  const badges = new Map<string, ReturnType<typeof toBadge>>()
  const milestones = new Map<string, { id: string; reachedAt: string }>()
  for await (const { event, after } of walkLearner(db, log, learnerId)) {
    if (event.recordedAt > asOf) break
    state = after
    events += 1
    flashcards = evolveSettings(flashcards, event)
    if (event.type === 'InterviewDateSet') interview = toInterview(event.data)
    if (event.type === 'InterviewDateCleared') interview = null
    if (event.type === 'BadgeEarned') badges.set(event.data.badgeId, toBadge(event.data))
    if (event.type === 'MilestoneReached') {
      const { milestoneId: id, reachedAt } = event.data
      milestones.set(id, { id, reachedAt })
    }
  }
  return {
    events,
    progress: toSummary(learnerId, state, asOf),
    badges: [...badges.values()],
    milestones: [...milestones.values()],
    sectionsCompleted: [...state.counters.sections],
    challenges: Object.entries(state.counters.challenges).map(([challengeId, points]) => ({
      challengeId,
      points,
    })),
    flashcards: { retention: flashcards.retention, fit: toFit(flashcards) },
    interview,
  }
}

const toInterview = ({ date, minutesPerDay, timeZone, at }: LearnerEventData['InterviewDateSet']) => ({
  ...{ date, minutesPerDay, timeZone },
  setAt: at,
})

function toBadge(badge: {
  badgeId: string
  title: string
  rarity: keyof typeof BADGE_POINTS
  earnedAt: string
}) {
  const { badgeId: id, title: name, rarity, earnedAt } = badge
  return { id, name, rarity, points: BADGE_POINTS[rarity], earnedAt }
}
