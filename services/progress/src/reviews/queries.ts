import { type Selectable, sql } from 'kysely'
import type { Card } from 'ts-fsrs'
import { newestVisibleVersion } from '../question-copies/question-repository.ts'
import type { Db, ProgressTables } from '../tables.ts'

type Row = Omit<Selectable<ProgressTables['learner_card']>, 'ratings'> & { title: string; category: string }

export interface CardOfQuestion {
  questionId: string
  title: string
  category: string
  card: Card
}

/**
 * When a card counts as due: the schedule's shortest step is a minute, so that one that will be due before the learner has
 * turned it counts, too.
 */
export const dueBy = (now: Date): Date => new Date(now.getTime() + 60_000)

interface CardSelection {
  /** Only the cards of these questions, due or not; if absent, all due cards. */
  questions: readonly string[] | undefined
}

const matching = (learnerId: string, by: Date, { questions }: CardSelection) => sql`
  card.learner_id = ${learnerId} and bank.is_open
  and ${questions ? sql`card.question_id = any(${questions}::uuid[])` : sql`card.due <= ${by.toISOString()}`}`

/** Cards that are due by then, longest overdue first, of questions that learners may still see. */
export async function readCards(
  db: Db,
  learnerId: string,
  by: Date,
  { limit, offset, ...wanted }: CardSelection & { limit: number; offset: number },
): Promise<CardOfQuestion[]> {
  const { rows } = await sql<Row>`
    ${cards} where ${matching(learnerId, by, wanted)}
    order by card.due, card.question_id limit ${limit} offset ${offset}`.execute(db)
  return rows.map(toCard)
}

export async function countCards(
  db: Db,
  learnerId: string,
  by: Date,
  wanted: CardSelection,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from learner_card card
    join bank_question bank on bank.question_id = card.question_id
    where ${matching(learnerId, by, wanted)}`.execute(db)
  return rows[0]?.count ?? 0
}

export async function findCard(
  db: Db,
  learnerId: string,
  questionId: string,
): Promise<CardOfQuestion | undefined> {
  const { rows } = await sql<Row>`
    ${cards} where card.learner_id = ${learnerId} and card.question_id = ${questionId}`.execute(db)
  return rows[0] && toCard(rows[0])
}

/** Cards due in one quarter of an hour, which lies within one day in every time zone. */
export interface DueQuarter {
  at: Date
  due: number
}

/**
 * How many cards are due until then; overdue cards count as due now. The learner's time zone determines the day of
 * each quarter-hour.
 */
export async function readForecast(
  db: Db,
  learnerId: string,
  { now, end }: { now: Date; end: Date },
): Promise<DueQuarter[]> {
  const { rows } = await sql<DueQuarter>`
    select greatest(date_bin('15 minutes', card.due, 'epoch'), ${now}) as at, count(*)::int as due
    from learner_card card
    join bank_question bank on bank.question_id = card.question_id and bank.is_open
    where card.learner_id = ${learnerId} and card.due < ${end}
    group by 1`.execute(db)
  return rows
}

/** Reviews a day in the long run: each known card comes back once per interval. */
export async function readReviewsPerDay(db: Db, learnerId: string): Promise<number> {
  const { rows } = await sql<{ perDay: number }>`
    select coalesce(sum(1.0 / greatest(card.scheduled_days, 1)), 0)::float8 as "perDay"
    from learner_card card
    join bank_question bank on bank.question_id = card.question_id and bank.is_open
    where card.learner_id = ${learnerId} and card.state = 2`.execute(db)
  return rows[0]?.perDay ?? 0
}

const cards = sql`
  select card.learner_id, card.question_id, due, state, stability, card.difficulty, elapsed_days, scheduled_days,
    learning_steps, reps, lapses, last_review, asked.title, asked.category from learner_card card
  join bank_question bank on bank.question_id = card.question_id
  -- Of a question that was deleted or hidden, the version before.
  cross join lateral ${newestVisibleVersion('card.question_id')} as asked`

function toCard({ learner_id: _, question_id: questionId, title, category, ...card }: Row): CardOfQuestion {
  return { questionId, title, category, card }
}
