import {
  DomainError,
  type ExplanationEntry,
  explainParams,
  explainQuery,
  explainReply,
  figuresByOtherNames,
  paginate,
} from '@rehearse/contracts'
import type { EventLog, RecordedEvent } from '@rehearse/event-store'
import { type App, type Database, principalOf } from '@rehearse/service-kit'
import type { ProgressTables } from '../db/tables.ts'
import { type Step, walkLearner } from '../db/walk-learner.ts'
import { activityOf } from '../domain/activity.ts'
import type { Fact } from '../domain/fact.ts'
import { localDay } from '../domain/local-day.ts'
import { explainBadge } from './badge.ts'
import { completionFigure } from './completion.ts'
import type { Explanation, Share } from './explanation.ts'
import { explainStreak } from './streaks.ts'
import { explainSum, partFigure, sumFigures } from './sums.ts'

/** Which events make up a number. */
export function explainRoute(app: App, { db }: Database<ProgressTables>, log: EventLog): void {
  app.get(
    '/api/progress/explain/:figure',
    {
      config: { access: 'learner' },
      schema: {
        tags: ['progress'],
        summary: 'Which events make up this number, with day and time zone',
        params: explainParams,
        querystring: explainQuery,
        response: { 200: explainReply },
      },
    },
    async (request) => {
      const { figure } = request.params
      const { page, pageSize } = request.query
      const steps = walkLearner(db, log, principalOf(request).id)
      const explanation = await explain(steps, figure, new Date())
      if (explanation === undefined) throw figureNotFound()
      const { value, rule, shares, isShare } = explanation
      const newestFirst = shares.toReversed().slice((page - 1) * pageSize, page * pageSize)
      const events = await log.reader(db).readById(newestFirst.map(({ eventId }) => eventId))
      const byId = new Map(events.map((event) => [event.eventId, event]))
      return {
        success: true as const,
        figure,
        value,
        rule,
        sum: shares.reduce((sum, { amount }) => sum + amount, 0),
        of: isShare ? shares.reduce((sum, { of }) => sum + (of ?? 0), 0) : null,
        entries: newestFirst.flatMap((share) => {
          const event = byId.get(share.eventId)
          return event ? [toEntry(event as RecordedEvent & Fact, share)] : []
        }),
        pagination: paginate(page, pageSize, shares.length),
      }
    },
  )
}

/** Undefined for a badge that was not earned. */
export async function explain(
  steps: AsyncIterable<Step>,
  asked: string,
  now: Date,
): Promise<Explanation | undefined> {
  const figure = figuresByOtherNames[asked] ?? asked
  if (figure === 'streak' || figure === 'longestStreak') return explainStreak(steps, figure, now)
  const [kind, name] = [figure.slice(0, figure.indexOf(':')), figure.slice(figure.indexOf(':') + 1)]
  if (kind === 'badge') return explainBadge(steps, name)
  if (kind === 'section' || kind === 'category') return explainSum(steps, partFigure(kind, name))
  if (figure === 'completionRate') return explainSum(steps, completionFigure())
  const plain = sumFigures[figure]
  return plain && explainSum(steps, plain)
}

function toEntry(event: RecordedEvent & Fact, share: Share): ExplanationEntry {
  const activity = activityOf(event)
  const at = activity?.at ?? event.recordedAt
  const timeZone = activity?.timeZone ?? share.timeZone
  const day = share.day ?? ('day' in event.data ? event.data.day : localDay(at, timeZone))
  return {
    eventId: event.eventId,
    type: event.type,
    at: at.toISOString(),
    day,
    timeZone,
    recordedAt: event.recordedAt.toISOString(),
    title: titleOf(event),
    amount: share.amount,
    of: share.of,
  }
}

function titleOf({ type, data }: Fact): string | null {
  if (type === 'AnswerSubmitted') return data.questionTitle
  if (type === 'ChallengeAttempted') return data.challengeTitle
  return type === 'BadgeEarned' ? data.title : null
}

const figureNotFound = () =>
  new DomainError({
    kind: 'not-found',
    code: 'figure_not_found',
    message: 'There is nothing to explain: this badge was not earned',
  })
