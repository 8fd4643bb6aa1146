import type { LearnerListQuery } from '@rehearse/contracts'
import { type OrderByItemBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Db, LearnerRow, Tables } from '../tables.ts'

type LearnerFilter = Pick<LearnerListQuery, 'search' | 'disabled'>
type Learners<Row> = SelectQueryBuilder<Tables, 'learner', Row>

/** One page of learners; the uid settles ties, so that no learner is on two pages. */
export function learnerPage(db: Db, query: LearnerListQuery): Learners<LearnerRow> {
  const { orderBy, orderDirection, page, pageSize } = query
  const { by, kept } = orders[orderBy]
  return matching(db.selectFrom('learner').selectAll(), query)
    .orderBy(by, (order) => directed(orderBy, orderDirection, order))
    .orderBy('uid', orderDirection === kept ? 'asc' : 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
}

export async function countLearners(db: Db, filter: LearnerFilter): Promise<number> {
  const { count } = await matching(
    db.selectFrom('learner').select(sql<number>`count(*)::int`.as('count')),
    filter,
  ).executeTakeFirstOrThrow()
  return count
}

/** `kept`: the direction that the index has; read backwards it serves the other one too. */
const orders = {
  createdAt: { by: sql`created_at`, kept: 'desc' },
  lastLoginAt: { by: sql`last_login_at`, kept: 'desc' },
  displayName: { by: sql`lower(display_name)`, kept: 'asc' },
  email: { by: sql`email`, kept: 'asc' },
} as const

/** Who never signed in comes where the longest absent do. */
function directed(
  orderBy: LearnerListQuery['orderBy'],
  direction: 'asc' | 'desc',
  order: OrderByItemBuilder,
): OrderByItemBuilder {
  const item = direction === 'asc' ? order.asc() : order.desc()
  if (orderBy !== 'lastLoginAt') return item
  return direction === 'asc' ? item.nullsFirst() : item.nullsLast()
}

function matching<Row>(learners: Learners<Row>, { search, disabled }: LearnerFilter): Learners<Row> {
  let found = learners
  // Written as the trigram index has it.
  if (search) {
    found = found.where(sql<SqlBool>`lower(display_name || ' ' || email) like ${containing(search)}`)
  }
  if (disabled !== undefined) found = found.where('disabled_at', disabled ? 'is not' : 'is', null)
  return found
}

const containing = (text: string) => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
