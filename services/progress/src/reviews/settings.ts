import { randomUUID } from 'node:crypto'
import {
  CARD_FIT_MIN,
  type CardSettings,
  chooseRetention,
  getCardSettings,
  type Rescheduled,
  revertWeights,
} from '@rehearse/contracts'
import { type App, type Database, principalOf, serve } from '@rehearse/service-kit'
import { type CommandHandler, requestMetadata } from '../learner-store/command-handler.ts'
import { eventIdOf, type IdentifiedEvent } from '../learner-store/commit-learners.ts'
import { type CardSettingsRow, settingsOf, toFit } from '../read-models/card-settings.ts'
import type { Db, ProgressTables } from '../tables.ts'
import { forecastOf } from './forecast.ts'
import { readReviewsPerDay } from './queries.ts'
import { countRatings } from './repository.ts'

/** Routes of what flashcards are scheduled with: the retention, and weights fitted to the learner. */
export function cardSettingsRoutes(
  app: App,
  { database: { db }, handleCommand }: { database: Database<ProgressTables>; handleCommand: CommandHandler },
): void {
  serve(app, getCardSettings, async (request) => ({
    success: true as const,
    settings: await readCardSettings(db, principalOf(request).id),
  }))

  serve(app, chooseRetention, { invalidMessage: 'Invalid request body' }, (request) => {
    const { retention } = request.body
    return change(principalOf(request).id, (settings, { learnerId, at, eventId }) =>
      settings.retention === retention
        ? []
        : [{ type: 'RetentionChosen', eventId, data: { learnerId, retention, at } }],
    )
  })

  serve(app, revertWeights, (request) =>
    change(principalOf(request).id, (settings, { learnerId, at, eventId }) =>
      settings.weights === null ? [] : [{ type: 'CardWeightsReverted', eventId, data: { learnerId, at } }],
    ),
  )

  /** Changes nothing if the settings already are as requested. */
  async function change(
    learnerId: string,
    decide: (
      settings: CardSettingsRow,
      event: { learnerId: string; at: string; eventId: string },
    ) => IdentifiedEvent[],
  ) {
    const now = new Date()
    const before = await readLoad(db, learnerId, now)
    const event = { learnerId, at: now.toISOString(), eventId: eventIdOf(learnerId, 'cards', randomUUID()) }
    await handleCommand({
      learnerId,
      metadata: requestMetadata(),
      at: now,
      charges: [{ quota: 'card-settings', amount: 1 }],
      decide: async () => decide(await settingsOf(db, learnerId), event),
    })
    const after = await readLoad(db, learnerId, now)
    const change: Rescheduled = {
      dueTomorrow: { before: before.dueTomorrow, after: after.dueTomorrow },
      perDay: { before: before.perDay, after: after.perDay },
    }
    return { success: true as const, settings: await readCardSettings(db, learnerId), change }
  }
}

async function readLoad(db: Db, learnerId: string, now: Date) {
  const [forecast, perDay] = await Promise.all([
    forecastOf(db, learnerId, now),
    readReviewsPerDay(db, learnerId),
  ])
  const dueTomorrow = forecast.slice(0, 2).reduce((sum, { due }) => sum + due, 0)
  return { dueTomorrow, perDay: Math.round(perDay * 10) / 10 }
}

async function readCardSettings(db: Db, learnerId: string): Promise<CardSettings> {
  const [settings, reviews] = await Promise.all([settingsOf(db, learnerId), countRatings(db, learnerId)])
  return { retention: settings.retention, fit: toFit(settings), reviews, fitFrom: CARD_FIT_MIN }
}
