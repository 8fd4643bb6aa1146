import { type UnreadCommentsMessage, unreadComments, unreadCommentsSubject } from '@rehearse/contracts'
import { type Backend, enqueue } from '@rehearse/service-kit'
import type { Db, Tables, Trx } from '../tables.ts'
import { accountsToMail, findContent, lockMailing, takeUnread } from './repository.ts'

/** Milliseconds. */
const minute = 60_000
/** Someone who is online sees the notification first. */
const TIME_TO_READ = 2 * minute
/** An account is sent at most one mail in this time. */
const BETWEEN_MAILS = 15 * minute
/** Accounts per transaction. */
const BATCH = 50
/** The most comments that a mail names. */
const NAMED = 20

/** Has identity mail to everyone what they haven't read. */
export function startUnreadMail({ app, database: { db }, runPeriodically }: Backend<Tables>): void {
  runPeriodically('mail about comments', minute, async () => {
    const accounts = await announceUnread(db, new Date())
    if (accounts > 0) app.log.info({ accounts }, 'mailed accounts about unread comments')
    return accounts === BATCH ? 0 : undefined
  })
}

/** Does nothing while another replica does. @returns the number of accounts */
export async function announceUnread(db: Db, now: Date): Promise<number> {
  return db.transaction().execute(async (trx) => {
    if (!(await lockMailing(trx))) return 0
    const accounts = await accountsToMail(trx, {
      before: new Date(now.getTime() - TIME_TO_READ),
      lastMail: new Date(now.getTime() - BETWEEN_MAILS),
      limit: BATCH,
    })
    for (const account of accounts) await announce(trx, account, now)
    return accounts.length
  })
}

async function announce(trx: Trx, account: string, now: Date): Promise<void> {
  const items: UnreadCommentsMessage['data']['items'] = []
  for (const { reason, ...content } of (await takeUnread(trx, account, now)).slice(0, NAMED)) {
    const found = await findContent(trx, content)
    if (found) items.push({ reason, title: found.title, onlyFor: found.onlyFor })
  }
  if (items.length === 0) return
  const data = { account, items }
  await enqueue(trx, [
    { subject: unreadCommentsSubject, type: unreadComments.shape.type.value, version: 1, data },
  ])
}
