import { type Kysely, type Selectable, sql } from 'kysely'
import type { Card } from 'ts-fsrs'
import type { ProgressTables } from '../db/tables.ts'
import type { Day } from '../domain/local-day.ts'

type Db = Kysely<ProgressTables>
type Row = Selectable<ProgressTables['learner_card']> & { title: string; category: string }

export interface CardOfQuestion {
  questionId: string
  title: string
  category: string
  card: Card
}

/** Cards that are due by then, the longest overdue first; of questions that learners may still see. */
export async function readDueCards(
  db: Db,
  learnerId: string,
  by: Date,
  { limit, offset }: { limit: number; offset: number },
): Promise<CardOfQuestion[]> {
  const { rows } = await sql<Row>`
    ${cards} where card.learner_id = ${learnerId} and card.due <= ${by.toISOString()} and bank.is_open
    order by card.due, card.question_id limit ${limit} offset ${offset}`.execute(db)
  return rows.map(toCard)
}

export async function countDueCards(db: Db, learnerId: string, by: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from learner_card card
    join bank_question bank on bank.question_id = card.question_id
    where card.learner_id = ${learnerId} and card.due <= ${by.toISOString()} and bank.is_open`.execute(db)
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

/** How many cards come due on each day up to the last, in that time zone; days with none are absent. */
export async function readForecast(
  db: Db,
  learnerId: string,
  { timeZone, last }: { timeZone: string; last: Day },
): Promise<Map<Day, number>> {
  const { rows } = await sql<{ day: Day; due: number }>`
    select (card.due at time zone ${timeZone})::date as day, count(*)::int as due
    from learner_card card
    join bank_question bank on bank.question_id = card.question_id and bank.is_open
    where card.learner_id = ${learnerId} and card.due < (${last}::date + 1)::timestamp at time zone ${timeZone}
    group by 1`.execute(db)
  return new Map(rows.map((row) => [row.day, row.due]))
}

const cards = sql`
  select card.*, asked.title, asked.category from learner_card card
  join bank_question bank on bank.question_id = card.question_id
  join answer_key asked on asked.question_id = bank.question_id and asked.version = bank.version`

function toCard({ learner_id: _, question_id: questionId, title, category, ...card }: Row): CardOfQuestion {
  return { questionId, title, category, card }
}
