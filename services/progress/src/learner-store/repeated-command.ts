import { keyReused } from '@rehearse/contracts'
import type { EventLog, RecordedEvent } from '@rehearse/event-store'
import type { Kysely } from 'kysely'
import type { Fact } from '../learner/fact.ts'
import type { ProgressTables } from '../tables.ts'

/**
 * Whether an order was carried out before, so that nothing is to be done any more.
 * @param isSame whether what is recorded is what the order asks for
 * @throws {DomainError} conflict, `idempotency_key_reused`, where it is something else
 */
export async function isCarriedOut(
  log: EventLog,
  db: Kysely<ProgressTables>,
  eventId: string,
  isSame: (recorded: RecordedEvent & Fact) => boolean,
): Promise<boolean> {
  const [recorded] = await log.reader(db).readById([eventId])
  if (recorded === undefined) return false
  if (!isSame(recorded as RecordedEvent & Fact)) throw keyReused()
  return true
}
