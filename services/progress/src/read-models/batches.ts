import type { RecordedEvent } from '@rehearse/event-store'
import { type RawBuilder, sql } from 'kysely'
import { type AnswerEvent, isReset, type ResetEvent } from '../learner/events.ts'
import type { ProgressTables, Trx } from '../tables.ts'

/** Consecutive events, and the reset after them; null at the end of a batch. */
export interface Run {
  events: RecordedEvent[]
  reset: ResetEvent | null
}

/**
 * Splits a batch at its resets: events before a reset are applied before it, and events after it count from zero.
 * Events of other learners may be on either side.
 */
export function runsBetweenResets(events: readonly RecordedEvent[]): Run[] {
  const runs: Run[] = []
  let current: RecordedEvent[] = []
  for (const event of events) {
    if (isReset(event)) {
      runs.push({ events: current, reset: event })
      current = []
    } else {
      current.push(event)
    }
  }
  runs.push({ events: current, reset: null })
  return runs
}

export interface Sum {
  key: readonly string[]
  answered: number
  correct: number
  /** Seconds. */
  timeSpent: number
  /** The newest answer's time, ISO 8601. */
  lastAt: string
  events: AnswerEvent[]
}

/** Adds up answers with the same key, so that a batch writes each row once. Ordered by key, to avoid deadlocks. */
export function sumBy(
  answers: readonly AnswerEvent[],
  keyOf: (event: AnswerEvent) => readonly string[],
): Sum[] {
  const sums = new Map<string, Sum>()
  for (const event of answers) {
    const key = keyOf(event)
    const name = key.join(separator)
    let sum = sums.get(name)
    if (sum === undefined) {
      sum = { key, answered: 0, correct: 0, timeSpent: 0, lastAt: '', events: [] }
      sums.set(name, sum)
    }
    sum.answered += 1
    sum.correct += event.data.isCorrect ? 1 : 0
    sum.timeSpent += event.data.timeSpent
    sum.events.push(event)
  }
  for (const sum of sums.values()) {
    const newest = sum.events.reduce((at, { data }) => Math.max(at, Date.parse(data.answeredAt)), 0)
    sum.lastAt = new Date(newest).toISOString()
  }
  return [...sums.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum)
}

/** Postgres text can't contain this character. */
const separator = '\0'

/**
 * A column of `upsert`: its type, a value per row (of an array type, literals such as `{1,2}`), and the new value of a row
 * that exists, if not the given one, in terms of `stored` and `given`.
 */
type Column = readonly [
  type: string,
  values: readonly unknown[],
  rule: 'key' | 'replace' | 'sum' | 'greatest' | 'least' | RawBuilder<unknown>,
]

/**
 * Updates the rows that exist and inserts the others. `on conflict do update` would also lock each row and check each
 * insertion, with a record in the write-ahead log for both; a fold is the only writer of its rows.
 */
export async function upsert(
  trx: Trx,
  table: keyof ProgressTables & string,
  columns: Readonly<Record<string, Column>>,
): Promise<void> {
  const entries = Object.entries(columns)
  const names = sql.join(entries.map(([name]) => sql.id(name)))
  const given = (name: string, type: string) => sql`${sql.ref(`given.${name}`)}::${sql.raw(type)}`
  const lists = entries.map(([, [type, values]]) =>
    type.endsWith('[]') ? sql`${values}::text[]` : sql`${values}::${sql.raw(type)}[]`,
  )
  const keys = entries.filter(([, [, , rule]]) => rule === 'key')
  const sets = entries.flatMap(([name, [type, , rule]]) => {
    if (rule === 'key') return []
    const [before, more] = [sql.ref(`stored.${name}`), given(name, type)]
    if (rule === 'replace') return [sql`${sql.id(name)} = ${more}`]
    if (rule === 'sum') return [sql`${sql.id(name)} = ${before} + ${more}`]
    if (rule === 'greatest' || rule === 'least')
      return [sql`${sql.id(name)} = ${sql.raw(rule)}(${before}, ${more})`]
    return [sql`${sql.id(name)} = ${rule}`]
  })
  await sql`
    with given as materialized (
      select * from unnest(${sql.join(lists)}) with ordinality as given (${names}, place)
    ), updated as (
      update ${sql.table(table)} as stored set ${sql.join(sets)} from given
      where ${sql.join(
        keys.map(([name]) => sql`${sql.ref(`stored.${name}`)} = ${sql.ref(`given.${name}`)}`),
        sql` and `,
      )}
      returning given.place
    )
    insert into ${sql.table(table)} (${names})
    select ${sql.join(entries.map(([name, [type]]) => given(name, type)))} from given
    where place not in (select place from updated)`.execute(trx)
}
