import type { CardRating } from '@rehearse/contracts'
import type { Projection, RecordedEvent } from '@rehearse/event-store'
import { sql } from 'kysely'
import { isAnswer, ofType } from '../learner/events.ts'
import { ratingOfAnswer, scheduleOf } from '../learner/review-schedule.ts'
import type { ProgressTables, Trx } from '../tables.ts'
import { runsBetweenResets } from './batches.ts'

/** When each learner's cards are due. Every question that was answered is one. */
export const reviewsProjection: Projection<ProgressTables> = {
  name: 'reviews',
  tables: ['learner_card_rating', 'learner_card'],
  apply: async (trx, events) => {
    for (const run of runsBetweenResets(events)) {
      const given = run.events.flatMap(toRating)
      const corrected = run.events.flatMap(toCorrection)
      await addRatings(trx, given)
      await correctRatings(trx, corrected)
      await reschedule(trx, [...given, ...corrected])
      if (run.reset?.data.scope === 'all') await forget(trx, run.reset.data.learnerId)
    }
  },
}

interface Rating {
  learnerId: string
  questionId: string
  at: string
  eventId: string
  rating: CardRating
}

function toRating(event: RecordedEvent): Rating[] {
  const { eventId } = event
  if (isAnswer(event)) {
    const { learnerId, questionId, answeredAt: at } = event.data
    return [{ learnerId, questionId, at, eventId, rating: ratingOfAnswer(event.data) }]
  }
  if (ofType(event, 'CardReviewed')) {
    const { learnerId, questionId, reviewedAt: at, rating } = event.data
    return [{ learnerId, questionId, at, eventId, rating }]
  }
  return []
}

function toCorrection(event: RecordedEvent): Rating[] {
  if (!ofType(event, 'AnswerRegraded')) return []
  const { learnerId, questionId, answeredAt: at, progressId: eventId } = event.data
  return [{ learnerId, questionId, at, eventId, rating: ratingOfAnswer(event.data) }]
}

async function addRatings(trx: Trx, ratings: readonly Rating[]): Promise<void> {
  if (ratings.length === 0) return
  await sql`insert into learner_card_rating (learner_id, question_id, rated_at, event_id, rating)
    ${listed(ratings)}`.execute(trx)
}

/** One that a reset has forgotten stays forgotten. */
async function correctRatings(trx: Trx, ratings: readonly Rating[]): Promise<void> {
  // One by one: a statement would touch a row once, and an answer may be regraded twice.
  for (const { learnerId, questionId, at, eventId, rating } of ratings) {
    await sql`update learner_card_rating set rating = ${rating}
      where learner_id = ${learnerId} and question_id = ${questionId} and rated_at = ${at} and event_id = ${eventId}
      `.execute(trx)
  }
}

const listed = (ratings: readonly Rating[]) => sql`
  select * from unnest(
    ${ratings.map((row) => row.learnerId)}::text[], ${ratings.map((row) => row.questionId)}::uuid[],
    ${ratings.map((row) => row.at)}::timestamptz[], ${ratings.map((row) => row.eventId)}::uuid[],
    ${ratings.map((row) => row.rating)}::smallint[])`

/** A card has few ratings: its schedule is worked out from all of them. */
async function reschedule(trx: Trx, ratings: readonly Rating[]): Promise<void> {
  if (ratings.length === 0) return
  const { rows } = await sql<{ learner_id: string; question_id: string; rated_at: Date; rating: CardRating }>`
    select learner_id, question_id, rated_at, rating from learner_card_rating
    where (learner_id, question_id) in (
      select * from unnest(
        ${ratings.map((row) => row.learnerId)}::text[], ${ratings.map((row) => row.questionId)}::uuid[]))
    order by learner_id, question_id, rated_at, event_id`.execute(trx)
  const byCard = Map.groupBy(rows, (row) => `${row.question_id}/${row.learner_id}`)
  const cards = [...byCard.values()].map((card) => {
    const { due, last_review, ...memory } = scheduleOf(
      card.map(({ rated_at: at, rating }) => ({ at, rating })),
    )
    const [{ learner_id = '', question_id = '' } = {}] = card
    return { ...memory, learner_id, question_id, due: due.toISOString(), last_review: last_review ?? null }
  })
  if (cards.length === 0) return
  await sql`
    insert into learner_card
    select learner_id, question_id, due, state, stability, difficulty, elapsed_days, scheduled_days, learning_steps,
      reps, lapses, last_review
    from jsonb_to_recordset(${JSON.stringify(cards)}::jsonb) as card (
      learner_id text, question_id uuid, due timestamptz, state smallint, stability float8, difficulty float8,
      elapsed_days int, scheduled_days int, learning_steps int, reps int, lapses int, last_review timestamptz)
    on conflict (learner_id, question_id) do update set
      due = excluded.due, state = excluded.state, stability = excluded.stability, difficulty = excluded.difficulty,
      elapsed_days = excluded.elapsed_days, scheduled_days = excluded.scheduled_days,
      learning_steps = excluded.learning_steps, reps = excluded.reps, lapses = excluded.lapses,
      last_review = excluded.last_review`.execute(trx)
}

async function forget(trx: Trx, learnerId: string): Promise<void> {
  await trx.deleteFrom('learner_card').where('learner_id', '=', learnerId).execute()
  await trx.deleteFrom('learner_card_rating').where('learner_id', '=', learnerId).execute()
}
