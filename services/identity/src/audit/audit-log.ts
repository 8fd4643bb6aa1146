import { type AuditRecord, type AuditRecordedMessage, auditRecorded } from '@rehearse/contracts'
import type { Backend } from '@rehearse/service-kit'
import type { Db, Tables } from '../tables.ts'
import { deleteExpiredEntries, insertEntries } from './repository.ts'

/** Stores what happened in this service. */
export const storeAudit = (db: Db, id: string, record: AuditRecord): Promise<void> =>
  insertEntries(db, [{ id, at: new Date(), record }])

/** Stores what happened in other services. */
export function consumeAudit(backend: Backend<Tables>): void {
  for (const service of ['media', 'progress', 'questions'] as const) {
    backend.consume<AuditRecordedMessage>({
      name: `identity-audit-${service}`,
      schema: auditRecorded,
      // An entry that is delivered twice is stored once, by its id.
      handle: (messages, trx) =>
        insertEntries(
          trx,
          messages.map(({ id, occurredAt, data }) => ({ id, at: new Date(occurredAt), record: data })),
        ),
    })
  }
}

/** Milliseconds between runs. */
const day = 24 * 60 * 60 * 1000

/** Deletes entries older than a year, once a day. */
export function startAuditCleanup({ app, database: { db }, runPeriodically }: Backend<Tables>): void {
  runPeriodically('audit log cleanup', day, async () => {
    const entries = await deleteExpiredEntries(db, new Date())
    if (entries > 0) app.log.info({ entries }, 'deleted expired entries of the audit log')
  })
}
