import type { CardRating } from '@rehearse/contracts'
import type { Projection, RecordedEvent } from '@rehearse/event-store'
import { type Selectable, sql } from 'kysely'
import type { Card } from 'ts-fsrs'
import { isAnswer, ofType } from '../learner/events.ts'
import { nextSchedule, type Rated, ratingOfAnswer, scheduleOf } from '../learner/review-schedule.ts'
import type { ProgressTables, Trx } from '../tables.ts'
import { runsBetweenResets, upsert } from './batches.ts'

/** The due dates of each learner's cards. Every answered question is a card. */
export const reviewsProjection: Projection<ProgressTables> = {
  name: 'reviews',
  tables: ['learner_card'],
  apply: async (trx, events) => {
    for (const run of runsBetweenResets(events)) {
      await rate(trx, changesOf(run.events))
      if (run.reset?.data.scope === 'all') {
        await trx.deleteFrom('learner_card').where('learner_id', '=', run.reset.data.learnerId).execute()
      }
    }
  },
}

/** The changes that events make to a card. */
interface CardChanges {
  learnerId: string
  questionId: string
  added: Rated[]
  /** Ratings of answers that were regraded, in order. */
  corrected: { at: Date; from: CardRating; to: CardRating }[]
}

/** By card, ordered by key to avoid deadlocks. */
function changesOf(events: readonly RecordedEvent[]): CardChanges[] {
  const byCard = new Map<string, CardChanges>()
  const of = ({ learnerId, questionId }: { learnerId: string; questionId: string }) => {
    const key = `${learnerId}/${questionId}`
    const changes = byCard.get(key) ?? { learnerId, questionId, added: [], corrected: [] }
    byCard.set(key, changes)
    return changes
  }
  for (const event of events) {
    if (isAnswer(event)) {
      of(event.data).added.push({ at: new Date(event.data.answeredAt), rating: ratingOfAnswer(event.data) })
    } else if (ofType(event, 'CardReviewed')) {
      of(event.data).added.push({ at: new Date(event.data.reviewedAt), rating: event.data.rating })
    } else if (ofType(event, 'AnswerRegraded')) {
      const { attempt, answeredAt, wasCorrect, isCorrect } = event.data
      of(event.data).corrected.push({
        at: new Date(answeredAt),
        from: ratingOfAnswer({ isCorrect: wasCorrect, attempt }),
        to: ratingOfAnswer({ isCorrect, attempt }),
      })
    }
  }
  return [...byCard].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, changes]) => changes)
}

type Row = Selectable<ProgressTables['learner_card']>

interface RatedCard {
  changes: CardChanges
  card: Card
  /** The ratings to store, by time: all of them, or only the new ones. */
  ratings: number[]
}

/**
 * A later rating continues the schedule; after a late or corrected one, the schedule is recomputed from all ratings.
 */
async function rate(trx: Trx, all: readonly CardChanges[]): Promise<void> {
  if (all.length === 0) return
  const rows = await readCards(trx, all)
  const [advanced, recalculated]: RatedCard[][] = [[], []]
  for (const [index, changes] of all.entries()) {
    const row = rows[index]
    const added = changes.added.map(encodeRating).sort(byNumber)
    if (row !== undefined && row.ratings === null) {
      const { learner_id: _, question_id: __, ratings: ___, ...before } = row
      const card = added.map(decodeRating).reduce<Card>(nextSchedule, before)
      advanced?.push({ changes, card, ratings: added })
      continue
    }
    const ratings = correct([...(row?.ratings ?? []), ...added], changes.corrected).sort(byNumber)
    if (ratings.length > 0)
      recalculated?.push({ changes, card: scheduleOf(ratings.map(decodeRating)), ratings })
  }
  await store(trx, advanced ?? [], 'add ratings')
  await store(trx, recalculated ?? [], 'replace ratings')
}

/** Cards in the given order; undefined if there is no card yet. Ratings are read only for cards that need them. */
async function readCards(
  trx: Trx,
  all: readonly CardChanges[],
): Promise<((Omit<Row, 'ratings'> & { ratings: number[] | null }) | undefined)[]> {
  const earliest = all.map(({ added }) => Math.min(...added.map(({ at }) => at.getTime())))
  const { rows } = await sql<Omit<Row, 'ratings'> & { ratings: number[] | null; place: number }>`
    select asked.place::int as place, card.learner_id, card.question_id, due, state, stability, difficulty, elapsed_days,
      scheduled_days, learning_steps, reps, lapses, last_review,
      case when is_corrected or last_review >= earliest then ratings::float8[] end as ratings
    from unnest(
      ${all.map(({ learnerId }) => learnerId)}::text[], ${all.map(({ questionId }) => questionId)}::uuid[],
      ${earliest.map((at) => (Number.isFinite(at) ? new Date(at).toISOString() : null))}::timestamptz[],
      ${all.map(({ corrected }) => corrected.length > 0)}::boolean[]
    ) with ordinality as asked (learner_id, question_id, earliest, is_corrected, place)
    join learner_card card on card.learner_id = asked.learner_id and card.question_id = asked.question_id
    `.execute(trx)
  const found = new Map(rows.map(({ place, ...row }) => [place, row]))
  return all.map((_, index) => found.get(index + 1))
}

/** Ratings from before a reset stay deleted. */
function correct(ratings: readonly number[], corrections: CardChanges['corrected']): number[] {
  const after = [...ratings]
  for (const { at, from, to } of corrections) {
    const place = after.indexOf(encodeRating({ at, rating: from }))
    if (place >= 0) after[place] = encodeRating({ at, rating: to })
  }
  return after
}

async function store(
  trx: Trx,
  cards: readonly RatedCard[],
  how: 'add ratings' | 'replace ratings',
): Promise<void> {
  if (cards.length === 0) return
  const each = <Value>(of: (card: Card) => Value) => cards.map(({ card }) => of(card))
  await upsert(trx, 'learner_card', {
    learner_id: ['text', cards.map(({ changes }) => changes.learnerId), 'key'],
    question_id: ['uuid', cards.map(({ changes }) => changes.questionId), 'key'],
    due: ['timestamptz', each(({ due }) => due.toISOString()), 'replace'],
    state: ['smallint', each(({ state }) => state), 'replace'],
    stability: ['float8', each(({ stability }) => stability), 'replace'],
    difficulty: ['float8', each(({ difficulty }) => difficulty), 'replace'],
    elapsed_days: ['int', each((card) => card.elapsed_days), 'replace'],
    scheduled_days: ['int', each((card) => card.scheduled_days), 'replace'],
    learning_steps: ['int', each((card) => card.learning_steps), 'replace'],
    reps: ['int', each(({ reps }) => reps), 'replace'],
    lapses: ['int', each(({ lapses }) => lapses), 'replace'],
    last_review: ['timestamptz', each((card) => card.last_review?.toISOString() ?? null), 'replace'],
    ratings: [
      'bigint[]',
      cards.map(({ ratings }) => `{${ratings.toReversed().join(',')}}`),
      how === 'add ratings' ? sql`given.ratings::bigint[] || stored.ratings` : 'replace',
    ],
  })
}

/** Time and rating as one number, so that a card's ratings sort by time: milliseconds since 1970 × 8 + rating. */
const encodeRating = ({ at, rating }: Rated): number => at.getTime() * 8 + rating

const decodeRating = (code: number): Rated => ({
  at: new Date(Math.floor(code / 8)),
  rating: (code % 8) as CardRating,
})

const byNumber = (a: number, b: number) => a - b
