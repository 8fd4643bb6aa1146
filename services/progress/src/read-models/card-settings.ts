import type { CardSettings } from '@rehearse/contracts'
import type { RecordedEvent } from '@rehearse/event-store'
import type { Selectable } from 'kysely'
import { ofType } from '../learner/events.ts'
import { usualSettings } from '../learner/review-schedule.ts'
import type { Db, ProgressTables, Trx } from '../tables.ts'
import { upsert } from './batches.ts'

export type CardSettingsRow = Selectable<ProgressTables['learner_card_settings']>

const withoutFit = { weights: null, reviews: null, held_out: null, improvement: null, adopted_at: null }

/** The settings of a learner who hasn't changed any. */
export const usualRow = (learnerId: string): CardSettingsRow => ({
  learner_id: learnerId,
  retention: usualSettings.retention,
  ...withoutFit,
})

/** The settings of those learners who have any, in the order of their ids. */
export const readSettings = (db: Db | Trx, learnerIds: readonly string[]): Promise<CardSettingsRow[]> =>
  db
    .selectFrom('learner_card_settings')
    .selectAll()
    .where('learner_id', 'in', learnerIds)
    .orderBy('learner_id')
    .execute()

/** The settings of one learner. */
export async function settingsOf(db: Db, learnerId: string): Promise<CardSettingsRow> {
  const [row] = await readSettings(db, [learnerId])
  return row ?? usualRow(learnerId)
}

/** Settings after an event. */
export function evolveSettings(before: CardSettingsRow, event: RecordedEvent): CardSettingsRow {
  if (ofType(event, 'RetentionChosen')) return { ...before, retention: event.data.retention }
  if (ofType(event, 'CardWeightsReverted')) return { ...before, ...withoutFit }
  if (!ofType(event, 'CardWeightsAdopted')) return before
  const { weights, reviews, heldOut: held_out, logLossBefore, logLossAfter, at } = event.data
  const improvement = (1 - logLossAfter / logLossBefore) * 100
  return { ...before, weights, reviews, held_out, improvement, adopted_at: new Date(at) }
}

/**
 * Applies the events that change settings.
 * @returns the learners whose settings changed, ordered to avoid deadlocks
 */
export async function applySettings(trx: Trx, events: readonly RecordedEvent[]): Promise<string[]> {
  const changing = events.filter(
    (event) =>
      ofType(event, 'RetentionChosen') ||
      ofType(event, 'CardWeightsAdopted') ||
      ofType(event, 'CardWeightsReverted'),
  )
  if (changing.length === 0) return []
  const learnerOf = ({ data }: RecordedEvent) => (data as { learnerId: string }).learnerId
  const learnerIds = [...new Set(changing.map(learnerOf))].sort()
  const rows = new Map((await readSettings(trx, learnerIds)).map((row) => [row.learner_id, row]))
  for (const event of changing) {
    const learnerId = learnerOf(event)
    rows.set(learnerId, evolveSettings(rows.get(learnerId) ?? usualRow(learnerId), event))
  }
  const after = [...rows.values()]
  await upsert(trx, 'learner_card_settings', {
    learner_id: ['text', after.map((row) => row.learner_id), 'key'],
    retention: ['smallint', after.map((row) => row.retention), 'replace'],
    weights: ['float8[]', after.map(({ weights }) => weights && `{${weights.join(',')}}`), 'replace'],
    reviews: ['int', after.map((row) => row.reviews), 'replace'],
    held_out: ['int', after.map((row) => row.held_out), 'replace'],
    improvement: ['float8', after.map((row) => row.improvement), 'replace'],
    adopted_at: ['timestamptz', after.map((row) => row.adopted_at?.toISOString() ?? null), 'replace'],
  })
  return learnerIds
}

/** The weights that were fitted to the learner, as the API describes them; null with the standard ones. */
export function toFit({ reviews, held_out, improvement, adopted_at }: CardSettingsRow): CardSettings['fit'] {
  if (reviews === null || held_out === null || improvement === null || adopted_at === null) return null
  return {
    adoptedAt: adopted_at.toISOString(),
    reviews,
    heldOut: held_out,
    improvement: Math.round(improvement * 10) / 10,
  }
}
