import type { ColumnType } from 'kysely'

/** A moment that Postgres sets unless told; written as a date or as SQL. */
export type Moment = ColumnType<Date, Date | undefined, Date>
export type MomentOrNull = ColumnType<Date | null, Date | null | undefined, Date | null>
