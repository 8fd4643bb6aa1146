import { type RawBuilder, sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { importQuestions } from '../imports/import-questions.ts'
import { readBulkRows } from '../imports/read-rows.ts'
import type { QuestionFilter } from '../question-filter.ts'
import { addUsage, storeStatistics } from '../questions/question-repository.ts'
import type { Db } from '../tables.ts'
import { bankDatabase } from '../testing/bank-database.ts'
import { questionRow } from '../testing/question-body.ts'
import { CountCache } from './count-cache.ts'
import { readInOrder } from './list-questions.ts'
import { isValueOrder, type Order, type OrderBy } from './order.ts'
import { anchorInterval } from './queries.ts'

const size = 2 * anchorInterval + 137
const filter = { openOnly: true }
/** The filter of an admin, who sees all questions. */
const everything = { openOnly: false }
let db: Db

beforeAll(async () => {
  db = (await bankDatabase('questions_deep')).db
  // Many questions share the values they can be ordered by, so that anchors and page ends fall among equal ones.
  await store(
    Array.from({ length: size }, (_, index) => ({
      title: `Title ${index % 7}`,
      category: `Category ${index % 4 === 0 ? index % 9 : 'of most'}`,
      learningPath: `Path ${index % 3}`,
      difficulty: (['easy', 'hard', 'medium', 'medium', 'medium'] as const)[index % 5],
      ...(index % 10 === 0 && { type: 'open-ended', options: [] }),
      points: 1 + (index % 4),
      isActive: index % 11 > 0,
      status: index % 13 > 0 ? 'approved' : (['draft', 'in-review', 'archived'] as const)[index % 3],
    })),
  )
  await sql`update question set learning_path_id = null where learning_path_id = 'path-0'`.execute(db)
  const { rows } = await sql<{ id: string }>`select id from question order by position`.execute(db)
  const used = rows.map(({ id }, index) => [id, index % 5] as const).filter(([, count]) => count > 0)
  await db.transaction().execute((trx) => addUsage(trx, new Map(used)))
  const items = rows.map(({ id }, index) => ({
    ...{ questionId: id, revision: 1, attempts: index % 6 },
    facility: index % 3 === 0 ? null : (index % 7) / 6,
    discrimination: index % 4 === 0 ? null : (index % 9) / 4 - 1,
  }))
  await db.transaction().execute((trx) => storeStatistics(trx, items))
})

async function store(questions: object[]) {
  const read = await readBulkRows(
    questions.map((question) => questionRow({ content: `${Math.random()}`, ...question })),
  )
  await db
    .transaction()
    .execute((trx) =>
      importQuestions(trx, { read, format: 'json', source: '', actor: 'test', onDuplicate: 'add' }),
    )
}

/** Reads a page as the list does, with anchors and cached counts. */
async function pageAt(bank: CountCache, order: Order, offset: number, which: QuestionFilter = filter) {
  const bankCounts = await bank.now()
  const total = await bankCounts.total(which)
  const page = await readInOrder({ db, bankCounts }, order, { filter: which, offset, limit: 10, total })
  return page.map(({ id }) => id)
}

const keys: Readonly<Record<OrderBy, RawBuilder<unknown>>> = {
  createdAt: sql`question.created_at`,
  updatedAt: sql`question.updated_at`,
  title: sql`lower(question.title)`,
  order: sql`question.position`,
  usageCount: sql`question_usage.usage_count`,
  points: sql`question.points`,
  attempts: sql`question_statistics.attempts`,
  facility: sql`question_statistics.facility`,
  discrimination: sql`question_statistics.discrimination`,
  category: sql`category.folded_name`,
  learningPath: sql`learning_path.folded_name`,
  difficulty: sql`array_position(array['beginner', 'intermediate', 'advanced'], question.difficulty)`,
  type: sql`question.type`,
  status: sql`case when question.is_active
    then array_position(array['approved', 'scheduled', 'in-review', 'draft', 'archived'], status) else 9 end`,
}

/** All ids in an order, sorted by Postgres. */
async function whole(order: Order, { openOnly }: QuestionFilter = filter): Promise<string[]> {
  const direction = order.direction === 'asc' ? sql`asc` : sql`desc`
  const ties = isValueOrder(order)
    ? sql`question.created_at desc, question.position desc`
    : sql`question.position ${direction}`
  const { rows } = await sql<{ id: string }>`
    select question.id from question join category on category.id = question.category_id
    left join learning_path on learning_path.id = question.learning_path_id
    join question_usage on question_usage.question_id = question.id
    join question_statistics on question_statistics.question_id = question.id
    where question.is_open or not ${openOnly}
    order by ${keys[order.by]} ${direction} nulls last, ${ties}`.execute(db)
  return rows.map(({ id }) => id)
}

describe('a deep page', () => {
  const orders = Object.keys(keys) as OrderBy[]
  test.each(orders.flatMap((by) => [{ by, direction: 'asc' } as Order, { by, direction: 'desc' } as Order]))(
    'equals the same part of the whole list, by $by, $direction',
    async (order) => {
      const bank = new CountCache(db)
      const all = await whole(order, everything)
      expect(new Set(all).size).toBe(size)
      for (const offset of [0, 90, 495, 500, 505, 750, 995, 1_000, 1_010, size - 3]) {
        expect(await pageAt(bank, order, offset, everything)).toEqual(all.slice(offset, offset + 10))
      }
    },
  )

  test('is reached by skipping only a few questions', async () => {
    const bankCounts = await new CountCache(db).now()
    for (const offset of [500, 999, 1_130]) {
      const order = { by: 'title', direction: 'asc' } as const
      expect((await bankCounts.anchorBefore(everything, order, offset)).skip).toBeLessThan(anchorInterval)
    }
  })

  test('follows a renamed category when ordered by category', async () => {
    const bank = new CountCache(db)
    const order = { by: 'category', direction: 'asc' } as const
    await pageAt(bank, order, 0)
    await sql`update category set name = 'Zebras', folded_name = 'zebras' where id = 'category-0'`.execute(db)
    expect(await pageAt(bank, order, 0)).toEqual((await whole(order)).slice(0, 10))
  })

  test('reflects every change of the bank at once', async () => {
    const bank = new CountCache(db)
    const order: Order = { by: 'createdAt', direction: 'desc' }
    await pageAt(bank, order, 1_000)
    const before = await (await bank.now()).total(filter)

    await store([{ title: 'A new one' }, { title: 'Another new one' }])
    expect(await pageAt(bank, order, 1_000)).toEqual((await whole(order)).slice(1_000, 1_010))
    expect(await (await bank.now()).total(filter)).toBe(before + 2)

    await sql`update question set is_active = false where title = 'Title 3'`.execute(db)
    expect(await pageAt(bank, order, 700)).toEqual((await whole(order)).slice(700, 710))
    await sql`update question set is_active = true`.execute(db)
  })
})

describe('the revision of the bank', () => {
  test('changes only with committed transactions', async () => {
    const bank = new CountCache(db)
    const total = async () => (await bank.now()).total(filter)
    const before = await total()
    const trx = await db.startTransaction().execute()
    await sql`update question set is_active = false where title = 'Title 1'`.execute(trx)
    expect(await total()).toBe(before)
    await trx.commit().execute()
    expect(await total()).toBeLessThan(before)
    await sql`update question set is_active = true`.execute(db)
    expect(await total()).toBe(before)
  })

  test('doesn’t block: one transaction writes while another hasn’t committed', async () => {
    const first = await db.startTransaction().execute()
    try {
      await sql`update question set points = 3 where title = 'Title 1'`.execute(first)
      await db.transaction().execute(async (trx) => {
        await sql`set local lock_timeout = '2s'`.execute(trx)
        await sql`update question set points = 3 where title = 'Title 2'`.execute(trx)
      })
    } finally {
      await first.rollback().execute()
    }
  })

  test('computes a count once for concurrent requests', async () => {
    const bankCounts = await new CountCache(db).now()
    const totals = Array.from({ length: 20 }, () => bankCounts.total(filter))
    expect(new Set(totals).size).toBe(1)
    expect(await totals[0]).toBeGreaterThan(0)
  })
})
