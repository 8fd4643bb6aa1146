import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../db/tables.ts'
import { importQuestions } from '../../imports/import-questions.ts'
import { readBulkRows } from '../../imports/read-rows.ts'
import { bankDatabase } from '../../testing/bank-database.ts'
import { questionRow } from '../../testing/question-body.ts'
import { addUsage } from '../../usage/usage-repository.ts'
import { BankFigures } from './bank-figures.ts'
import type { Order, OrderBy } from './order.ts'
import { anchorEvery, readPage } from './queries.ts'

const size = 2 * anchorEvery + 137
const filter = { openOnly: true }
let db: Db

beforeAll(async () => {
  db = (await bankDatabase('questions_deep')).db
  // Many share their title, time and use, so that anchors fall among equals.
  await store(Array.from({ length: size }, (_, index) => `Title ${index % 7}`))
  const { rows } = await sql<{ id: string }>`select id from question order by position`.execute(db)
  const used = rows.map(({ id }, index) => [id, index % 5] as const).filter(([, count]) => count > 0)
  await db.transaction().execute((trx) => addUsage(trx, new Map(used)))
})

async function store(titles: string[]) {
  const read = await readBulkRows(titles.map((title) => questionRow({ title, content: `${Math.random()}` })))
  await db
    .transaction()
    .execute((trx) =>
      importQuestions(trx, { read, format: 'json', source: '', actor: 'test', onDuplicate: 'add' }),
    )
}

/** Through anchors, as the list does it. */
async function pageAt(bank: BankFigures, order: Order, offset: number): Promise<string[]> {
  const figures = await bank.now()
  const start = await figures.anchorBefore(filter, order, offset)
  expect(start.skip).toBeLessThan(anchorEvery)
  return (await readPage(db, filter, order, { ...start, limit: 10 })).map(({ id }) => id)
}

const whole = async (order: Order) =>
  (await readPage(db, filter, order, { after: null, skip: 0, limit: size + 100 })).map(({ id }) => id)

describe('a deep page', () => {
  const orders: OrderBy[] = ['createdAt', 'updatedAt', 'title', 'order', 'usageCount']
  test.each(orders.flatMap((by) => [{ by, direction: 'asc' } as const, { by, direction: 'desc' } as const]))(
    'by $by, $direction, is what stands there in the whole list',
    async (order) => {
      const bank = new BankFigures(db)
      const all = await whole(order)
      expect(new Set(all).size).toBe(size)
      for (const offset of [0, 490, 495, 500, 505, 995, 1_000, 1_010, size - 3]) {
        expect(await pageAt(bank, order, offset)).toEqual(all.slice(offset, offset + 10))
      }
    },
  )

  test('follows every change of the bank at once', async () => {
    const bank = new BankFigures(db)
    const order: Order = { by: 'createdAt', direction: 'desc' }
    await pageAt(bank, order, 1_000)
    const before = await (await bank.now()).total(filter)

    await store(['A new one', 'Another new one'])
    expect(await pageAt(bank, order, 1_000)).toEqual((await whole(order)).slice(1_000, 1_010))
    expect(await (await bank.now()).total(filter)).toBe(before + 2)

    await sql`update question set is_active = false where title = 'Title 3'`.execute(db)
    expect(await pageAt(bank, order, 700)).toEqual((await whole(order)).slice(700, 710))
    await sql`update question set is_active = true`.execute(db)
  })
})

describe('the revision of the bank', () => {
  test('changes with what is committed, and with nothing else', async () => {
    const bank = new BankFigures(db)
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

  test('keeps nobody waiting: one writes while another has not committed', async () => {
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

  test('what is asked for many times at once is counted once', async () => {
    const figures = await new BankFigures(db).now()
    const totals = Array.from({ length: 20 }, () => figures.total(filter))
    expect(new Set(totals).size).toBe(1)
    expect(await totals[0]).toBeGreaterThan(0)
  })
})
