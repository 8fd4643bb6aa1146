import type { Generated, JSONColumnType } from 'kysely'

/** Tables of every service with a database, created by service-kit's own migrations. */
export interface MessagingTables {
  outbox: {
    position: Generated<number>
    event_id: string
    subject: string
    payload: JSONColumnType<object>
    created_at: Generated<Date>
  }
  consumed_message: { consumer: string; event_id: string; consumed_at: Generated<Date> }
  parked_message: {
    id: Generated<number>
    consumer: string
    stream: string
    stream_sequence: number
    subject: string
    payload: string
    error: string
    deliveries: number
    parked_at: Generated<Date>
    replay_at: Date | null
  }
}
