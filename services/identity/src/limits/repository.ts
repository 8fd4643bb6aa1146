import { sql } from 'kysely'
import type { Db } from '../tables.ts'

/** The number of attempts per minute for a key. */
export interface Budget {
  key: Buffer
  perMinute: number
}

/** The state of a budget after counting. */
export interface Count {
  budget: Budget
  tried: number
  secondsLeft: number
}

/** Counts an attempt for all replicas in one statement; budgets after the first exceeded one aren't counted. */
export async function countAttempt(db: Db, budgets: readonly Budget[]): Promise<Count[]> {
  const { rows } = await sql<{ tried: number; seconds_left: number }>`
    select tried, seconds_left from count_attempt(
      ${budgets.map(({ key }) => key)}::bytea[],
      ${budgets.map(({ perMinute }) => perMinute)}::integer[])`.execute(db)
  return rows.flatMap(({ tried, seconds_left }, place) => {
    const budget = budgets[place]
    return budget === undefined ? [] : [{ budget, tried, secondsLeft: seconds_left }]
  })
}

/** Deletes counts of past minutes. */
export async function deleteEndedAttempts(db: Db): Promise<void> {
  await db.deleteFrom('attempt_count').where('ends_at', '<', sql<Date>`now()`).execute()
}
