import { randomUUID } from 'node:crypto'
import { type UnreadCommentsMessage, unreadCommentsSubject } from '@rehearse/contracts'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Db } from '../tables.ts'
import { bankDatabase } from '../testing/bank-database.ts'
import { insertComment, insertNotifications, lockMailing, markRead } from './repository.ts'
import { announceUnread } from './unread-mail.ts'

let db: Db
beforeAll(async () => {
  ;({ db } = await bankDatabase('unread_mail'))
  await sql`insert into topic (id, name, folded_name) values ('closures', 'Closures', 'closures')`.execute(db)
})
beforeEach(async () => {
  await sql`delete from comment`.execute(db)
  await sql`delete from comment_mail`.execute(db)
  await sql`delete from outbox`.execute(db)
})

const minutes = (count: number) => new Date(Date.now() + count * 60_000)
const mention = (account: string) =>
  db.transaction().execute(async (trx) => {
    const id = randomUUID()
    const place = { kind: 'topic' as const, entryId: 'closures', part: null, threadId: null }
    await insertComment(trx, { id, ...place, author: 'ada', body: 'x' })
    await insertNotifications(trx, id, new Map([[account, 'mention']]))
    return id
  })
const mailed = async () => {
  const { rows } = await sql<{ payload: UnreadCommentsMessage }>`
    select payload from outbox where subject = ${unreadCommentsSubject} order by position`.execute(db)
  return rows.map(({ payload }) => [payload.data.account, payload.data.items.length])
}

test('goes out once, after a time in which it can be read', async () => {
  await mention('bob')
  await mention('bob')
  expect(await announceUnread(db, minutes(1))).toBe(0)
  expect(await announceUnread(db, minutes(3))).toBe(1)
  expect(await announceUnread(db, minutes(30))).toBe(0)
  expect(await mailed()).toEqual([['bob', 2]])
})

test('never goes out for what was read meanwhile', async () => {
  await mention('bob')
  await markRead(db, 'bob', undefined)
  expect(await announceUnread(db, minutes(3))).toBe(0)
  expect(await mailed()).toEqual([])
})

test('goes to an account at most once in 15 minutes, even if the comment is deleted', async () => {
  const first = await mention('bob')
  await announceUnread(db, minutes(3))
  await sql`delete from comment where id = ${first}`.execute(db)
  for (const _ of [1, 2, 3]) await mention('bob')
  await mention('eve')
  expect(await announceUnread(db, minutes(17))).toBe(1)
  expect(await announceUnread(db, minutes(18.5))).toBe(1)
  expect(await mailed()).toEqual([
    ['bob', 1],
    ['eve', 1],
    ['bob', 3],
  ])
})

test('goes out once from several replicas', async () => {
  await mention('bob')
  const later = minutes(3)
  await Promise.all([1, 2, 3].map(() => announceUnread(db, later)))
  expect(await mailed()).toEqual([['bob', 1]])
  await db.transaction().execute(async (trx) => {
    await lockMailing(trx)
    await mention('eve')
    expect(await announceUnread(db, later)).toBe(0)
  })
  expect(await announceUnread(db, later)).toBe(1)
})

test('doesn’t go out for content in the trash', async () => {
  await mention('bob')
  await sql`update comment set content_deleted_at = now()`.execute(db)
  expect(await announceUnread(db, minutes(3))).toBe(0)
})
