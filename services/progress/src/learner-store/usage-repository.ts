import { QUOTAS, type Quota, type QuotaName, quotaExceeded } from '@rehearse/contracts'
import { sql } from 'kysely'
import type { Db, Trx } from '../tables.ts'

/** New bytes or entries under a quota. */
export interface Charge {
  quota: QuotaName
  amount: number
  /** False if the total is counted from the rows, which can be replaced. */
  countsInTotal?: boolean
}

/**
 * Counts what a learner is about to store, and blocks other writers of the same quota until the transaction ends, so
 * that concurrent requests at any replica can't exceed a limit together.
 * @throws {DomainError} conflict, `quota_exceeded`
 */
export async function charge(
  trx: Trx,
  learnerId: string,
  charges: readonly Charge[],
  at: Date,
): Promise<void> {
  if (charges.length === 0) return
  // Sorted, to avoid deadlocks.
  const ordered = charges.toSorted((a, b) => (a.quota < b.quota ? -1 : 1))
  const { rows } = await sql<UsageRow>`
    insert into learner_usage as used (learner_id, quota, day, today, total)
    select ${learnerId}, quota, ${dayOf(at)}::date, today, total
    from unnest(${ordered.map(({ quota }) => quota)}::text[], ${ordered.map(({ amount }) => amount)}::bigint[],
      ${ordered.map(totalOf)}::bigint[]) as new (quota, today, total)
    on conflict (learner_id, quota) do update set
      day = greatest(used.day, excluded.day),
      today = case when used.day < excluded.day then 0 else used.today end + excluded.today,
      total = used.total + excluded.total
    returning quota, today::float8 as today, total::float8 as total`.execute(trx)
  for (const row of rows) requireWithinQuota(row)
}

/**
 * A read-only check that rejects early what `charge` would reject, so that a flood of requests over the limit costs
 * no more than a read. It may accept amounts that `charge` then rejects.
 */
export async function requireQuotas(
  db: Db,
  learnerId: string,
  charges: readonly Charge[],
  at: Date,
): Promise<void> {
  if (charges.length === 0) return
  const { rows } = await sql<UsageRow>`
    select quota, case when day < ${dayOf(at)}::date then 0 else today end::float8 as today, total::float8 as total
    from learner_usage
    where learner_id = ${learnerId} and quota = any(${charges.map(({ quota }) => quota)}::text[])`.execute(db)
  const used = new Map(rows.map((row) => [row.quota, row]))
  for (const one of charges) {
    const { today, total } = used.get(one.quota) ?? { today: 0, total: 0 }
    requireWithinQuota({ quota: one.quota, today: today + one.amount, total: total + totalOf(one) })
  }
}

interface UsageRow {
  quota: QuotaName
  today: number
  total: number
}

function requireWithinQuota({ quota, today, total }: UsageRow): void {
  const limits: Quota = QUOTAS[quota]
  if (total > limits.total) throw quotaExceeded(quota, 'total')
  if (limits.daily !== null && today > limits.daily) throw quotaExceeded(quota, 'day')
}

const totalOf = ({ amount, countsInTotal = true }: Charge): number => (countsInTotal ? amount : 0)

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)
