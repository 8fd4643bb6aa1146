import type { Projection, RecordedEvent } from '@rehearse/event-store'
import { type Selectable, sql } from 'kysely'
import type { Card } from 'ts-fsrs'
import { isAnswer, ofType } from '../learner/events.ts'
import {
  agree,
  decodeRating,
  encodeRating,
  type Rated,
  type Rating,
  ratingOfAnswer,
  type Schedule,
  scheduleWith,
  usualSchedule,
} from '../learner/review-schedule.ts'
import type { ProgressTables, Trx } from '../tables.ts'
import { runsBetweenResets, upsert } from './batches.ts'
import { applySettings, readSettings } from './card-settings.ts'

/**
 * The due dates of each learner's cards. Every answered question is a card. A card depends on all its ratings and the
 * learner's newest settings alone, so a change of the settings computes all cards of the learner again.
 */
export const reviewsProjection: Projection<ProgressTables> = {
  name: 'reviews',
  tables: ['learner_card', 'learner_card_settings'],
  apply: async (trx, events) => {
    for (const run of runsBetweenResets(events)) {
      const changed = await applySettings(trx, run.events)
      await rate(trx, changesOf(run.events))
      for (const learnerId of changed) await reschedule(trx, learnerId)
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
  corrected: { at: Date; from: Rating; to: Rating }[]
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
      const { answeredAt, wasCorrect, isCorrect } = event.data
      // Whether it was fast isn't known here.
      const ratingOf = (correct: boolean): Rating => (correct ? 3 : 1)
      of(event.data).corrected.push({
        at: new Date(answeredAt),
        from: ratingOf(wasCorrect),
        to: ratingOf(isCorrect),
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
  const schedules = await schedulesOf(trx, [...new Set(all.map(({ learnerId }) => learnerId))])
  const rows = await readCards(trx, all)
  const [advanced, recalculated]: RatedCard[][] = [[], []]
  for (const [index, changes] of all.entries()) {
    const row = rows[index]
    const schedule = schedules.get(changes.learnerId) ?? usualSchedule
    const added = changes.added.map(encodeRating).sort(byNumber)
    if (row !== undefined && row.ratings === null) {
      const { learner_id: _, question_id: __, ratings: ___, ...before } = row
      const card = added.map(decodeRating).reduce<Card>(schedule.next, before)
      advanced?.push({ changes, card, ratings: added })
      continue
    }
    const ratings = correct([...(row?.ratings ?? []), ...added], changes.corrected).sort(byNumber)
    if (ratings.length > 0)
      recalculated?.push({ changes, card: schedule.of(ratings.map(decodeRating)), ratings })
  }
  await store(trx, advanced ?? [], 'add ratings')
  await store(trx, recalculated ?? [], 'replace ratings')
}

/** The schedules of the learners who have settings of their own. */
async function schedulesOf(trx: Trx, learnerIds: readonly string[]): Promise<Map<string, Schedule>> {
  const rows = await readSettings(trx, learnerIds)
  return new Map(rows.map((row) => [row.learner_id, scheduleWith(row)]))
}

/** How many cards are read and computed together: a page keeps the event loop busy for some ten milliseconds. */
const pageSize = 500

/** Computes all cards of a learner again from their ratings. */
async function reschedule(trx: Trx, learnerId: string): Promise<void> {
  const schedule = (await schedulesOf(trx, [learnerId])).get(learnerId) ?? usualSchedule
  for (let after = noQuestion; ; ) {
    const rows = await trx
      .selectFrom('learner_card')
      .select(['question_id', sql<number[]>`ratings::float8[]`.as('ratings')])
      .where('learner_id', '=', learnerId)
      .where('question_id', '>', after)
      .orderBy('question_id')
      .limit(pageSize)
      .execute()
    const cards = rows.map(({ question_id: questionId, ratings: newestFirst }) => {
      const ratings = newestFirst.toReversed()
      const changes = { learnerId, questionId, added: [], corrected: [] }
      return { changes, card: schedule.of(ratings.map(decodeRating)), ratings }
    })
    await store(trx, cards, 'replace ratings')
    const last = rows.at(-1)
    if (last === undefined || rows.length < pageSize) return
    after = last.question_id
  }
}

/** Before every id of a question. */
const noQuestion = '00000000-0000-0000-0000-000000000000'

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
    const place = after.findIndex((code) => {
      const rated = decodeRating(code)
      return rated.at.getTime() === at.getTime() && agree(rated.rating, from)
    })
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

const byNumber = (a: number, b: number) => a - b
