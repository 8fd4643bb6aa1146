import type {
  CommentNotification,
  CommentThread,
  ContentParams,
  NotificationReason,
} from '@rehearse/contracts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../tables.ts'
import { nodeDefinitions } from '../taxonomy/node-definitions.ts'

/** What comments on content need to know about it. */
export interface CommentedContent {
  title: string
  /** The steps of a learning path. */
  parts: { id: string; title: string }[]
  /** The account that is asked to review it. */
  reviewer: string | null
  /** Null if every admin account may read it, else the author who may. */
  onlyFor: { author: string | null } | null
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const stepTitles = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('id', step ->> 'id', 'title', step ->> 'title') order by place), '[]')
  from jsonb_array_elements(steps) with ordinality as listed(step, place))`

/** Content that isn't in the trash. */
export async function findContent(
  db: Db,
  { kind, entryId }: ContentParams,
): Promise<CommentedContent | undefined> {
  if (nodeDefinitions.some((node) => node.kind === kind)) {
    const { rows } = await sql<Pick<CommentedContent, 'title' | 'parts'>>`
      select name as title, ${kind === 'learning_path' ? stepTitles : sql`'[]'::jsonb`} as parts
      from ${sql.table(kind)} where id = ${entryId}`.execute(db)
    return rows[0] && { ...rows[0], reviewer: null, onlyFor: null }
  }
  if (kind === 'questions' && !uuid.test(entryId)) return undefined
  type Row = { title: string; reviewer: string | null; author: string | null; isOpen: boolean }
  const { rows } = await (kind === 'questions'
    ? sql<Row>`
        select title, reviewer, created_by as author, is_open as "isOpen"
        from question where id = ${entryId} and deleted_at is null`.execute(db)
    : sql<Row>`
        select coalesce(document ->> 'title', document ->> 'name', id) as title, reviewer, created_by as author,
          status = 'approved' as "isOpen"
        from library_entry where kind = ${kind} and id = ${entryId}`.execute(db))
  const [row] = rows
  if (row === undefined) return undefined
  const { title, reviewer, author, isOpen } = row
  return { title, parts: [], reviewer, onlyFor: isOpen ? null : { author } }
}

interface StoredComment {
  id: string
  kind: ContentParams['kind']
  entryId: string
  part: string | null
  threadId: string | null
  author: string | null
  body: string
  createdAt: Date
  editedAt: Date | null
  resolvedAt: Date | null
  resolvedBy: string | null
}

const columns = sql`
  id, kind, entry_id as "entryId", part, thread_id as "threadId", author, body, created_at as "createdAt",
  edited_at as "editedAt", resolved_at as "resolvedAt", resolved_by as "resolvedBy"`

const ofContent = ({ kind, entryId }: ContentParams) =>
  sql`kind = ${kind} and entry_id = ${entryId} and content_deleted_at is null`

/** A page of the threads of content, newest first, with the number of all and of open ones. */
export async function readThreads(
  db: Db,
  content: ContentParams,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ threads: CommentThread[]; totalCount: number; open: number }> {
  const [{ rows: firsts }, { rows: counts }] = await Promise.all([
    sql<StoredComment>`
      select ${columns} from comment where ${ofContent(content)} and thread_id is null
      order by position desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ totalCount: number; open: number }>`
      select count(*)::int as "totalCount", (count(*) filter (where resolved_at is null))::int as open
      from comment where ${ofContent(content)} and thread_id is null`.execute(db),
  ])
  const { rows: replies } = await sql<StoredComment>`
    select ${columns} from comment where thread_id = any(${firsts.map(({ id }) => id)}::uuid[])
    order by position`.execute(db)
  const threads = firsts.map((first) => ({
    ...view(first),
    part: first.part,
    resolvedAt: first.resolvedAt?.toISOString() ?? null,
    resolvedBy: first.resolvedBy,
    replies: replies.filter(({ threadId }) => threadId === first.id).map(view),
  }))
  return { threads, ...(counts[0] ?? { totalCount: 0, open: 0 }) }
}

const view = ({ id, author, body, createdAt, editedAt }: StoredComment) => ({
  id,
  author,
  body,
  createdAt: createdAt.toISOString(),
  editedAt: editedAt?.toISOString() ?? null,
})

/** Lets the comments on content change one at a time until the transaction ends, so that their limits hold. */
export async function lockComments(trx: Trx, { kind, entryId }: ContentParams): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`comments ${kind} ${entryId}`}, 0))`.execute(trx)
}

/** How many comments content has, and how many replies a thread. */
export async function countComments(
  trx: Trx,
  content: ContentParams,
  threadId: string | null,
): Promise<{ all: number; replies: number }> {
  const { rows } = await sql<{ all: number; replies: number }>`
    select count(*)::int as all, (count(*) filter (where thread_id = ${threadId}))::int as replies
    from comment where ${ofContent(content)}`.execute(trx)
  return rows[0] ?? { all: 0, replies: 0 }
}

export async function findComment(db: Db, id: string): Promise<StoredComment | undefined> {
  const { rows } = await sql<StoredComment>`
    select ${columns} from comment where id = ${id} and content_deleted_at is null`.execute(db)
  return rows[0]
}

/** Everyone who wrote in a thread. */
export async function authorsOf(trx: Trx, threadId: string): Promise<string[]> {
  const { rows } = await sql<{ author: string }>`
    select distinct author from comment
    where (id = ${threadId} or thread_id = ${threadId}) and author is not null`.execute(trx)
  return rows.map(({ author }) => author)
}

export async function insertComment(
  trx: Trx,
  comment: Pick<StoredComment, 'id' | 'kind' | 'entryId' | 'part' | 'threadId' | 'body'> & { author: string },
): Promise<void> {
  const { id, kind, entryId, part, threadId, author, body } = comment
  await sql`
    insert into comment (id, kind, entry_id, part, thread_id, author, body)
    values (${id}, ${kind}, ${entryId}, ${part}, ${threadId}, ${author}, ${body})`.execute(trx)
}

export async function updateBody(trx: Trx, id: string, body: string): Promise<void> {
  await sql`update comment set body = ${body}, edited_at = now() where id = ${id}`.execute(trx)
}

/** @param by the account that resolves the thread; null reopens it */
export async function updateResolution(trx: Trx, id: string, by: string | null): Promise<void> {
  await sql`
    update comment set resolved_by = ${by}, resolved_at = ${by === null ? null : sql`now()`}
    where id = ${id} and (resolved_at is null) = ${by !== null}`.execute(trx)
}

/** Removes a comment. The first one of a thread stays without its text as long as there are replies. */
export async function removeComment(trx: Trx, { id, threadId }: Pick<StoredComment, 'id' | 'threadId'>) {
  const hasReplies = sql`exists (select from comment reply where reply.thread_id = comment.id)`
  await sql`delete from comment_notification where comment_id = ${id}`.execute(trx)
  await sql`update comment set author = null, body = '', edited_at = null where id = ${id} and ${hasReplies}`.execute(
    trx,
  )
  await sql`delete from comment where id = ${id} and not ${hasReplies}`.execute(trx)
  await sql`delete from comment where id = ${threadId} and author is null and not ${hasReplies}`.execute(trx)
}

/** Notifies accounts of a comment, each once. */
export async function insertNotifications(
  trx: Trx,
  commentId: string,
  reasons: ReadonlyMap<string, NotificationReason>,
): Promise<void> {
  await sql`
    insert into comment_notification (comment_id, account, reason)
    select ${commentId}::uuid, account, reason
    from unnest(${[...reasons.keys()]}::text[], ${[...reasons.values()]}::text[]) as told(account, reason)
    on conflict do nothing`.execute(trx)
}

const titleOfNode = ({ kind }: { kind: string }) =>
  sql`when ${kind} then (select name from ${sql.table(kind)} where id = entry_id)`
const title = sql`
  coalesce(case kind
    when 'questions' then (select title from question where id = entry_id::uuid)
    ${sql.join(nodeDefinitions.map(titleOfNode), sql` `)}
    else (
      select coalesce(document ->> 'title', document ->> 'name') from library_entry
      where library_entry.kind = comment.kind and id = entry_id)
  end, entry_id)`

/** An account, and whether it may read everything; an author may not read others' unpublished content. */
export interface Reader {
  account: string
  readsEverything: boolean
}

const readableBy = ({ account, readsEverything }: Reader) =>
  readsEverything
    ? sql`true`
    : sql`case kind
        when 'questions' then exists (
          select from question where id = entry_id::uuid and (is_open or created_by = ${account}))
        else not exists (
          select from library_entry where library_entry.kind = comment.kind and id = entry_id
            and status <> 'approved' and created_by is distinct from ${account})
      end`

const notified = (reader: Reader): RawBuilder<unknown> => sql`
  comment_notification join comment on comment.id = comment_id and content_deleted_at is null
  where account = ${reader.account} and ${readableBy(reader)}`

/** A page of the notifications of an account, newest first, with the number of all and of unread ones. */
export async function readNotifications(
  db: Db,
  reader: Reader,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ notifications: CommentNotification[]; totalCount: number; unread: number }> {
  type Row = Omit<CommentNotification, 'createdAt' | 'isRead'> & { createdAt: Date; readAt: Date | null }
  const [{ rows }, { rows: counts }] = await Promise.all([
    sql<Row>`
      select comment.id, reason, kind, entry_id as "entryId", ${title} as title, author, body,
        comment_notification.created_at as "createdAt", read_at as "readAt"
      from ${notified(reader)}
      order by comment_notification.created_at desc, comment.position desc
      limit ${limit} offset ${offset}`.execute(db),
    sql<{ totalCount: number; unread: number }>`
      select count(*)::int as "totalCount", (count(*) filter (where read_at is null))::int as unread
      from ${notified(reader)}`.execute(db),
  ])
  const notifications = rows.map(({ readAt, createdAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    isRead: readAt !== null,
  }))
  return { notifications, ...(counts[0] ?? { totalCount: 0, unread: 0 }) }
}

/** @param ids of comments; all without them */
export async function markRead(db: Db, account: string, ids: readonly string[] | undefined): Promise<void> {
  await sql`
    update comment_notification set read_at = now()
    where account = ${account} and read_at is null
      and (${ids === undefined} or comment_id = any(${[...(ids ?? [])]}::uuid[]))`.execute(db)
}

/** Keeps other replicas from mailing about comments until the transaction ends. @returns whether no other one does */
export async function lockMailing(trx: Trx): Promise<boolean> {
  const { rows } = await sql<{ ours: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('comment mail')) as ours`.execute(trx)
  return rows[0]?.ours === true
}

/** Accounts that haven't read something since `before`, and whose last mail was sent before `lastMail`. */
export async function accountsToMail(
  trx: Trx,
  { before, lastMail, limit }: { before: Date; lastMail: Date; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ account: string }>`
    select distinct account from comment_notification
    join comment on comment.id = comment_id and content_deleted_at is null
    where read_at is null and mailed_at is null and comment_notification.created_at < ${before}
      and not exists (
        select from comment_mail
        where comment_mail.account = comment_notification.account and comment_mail.mailed_at > ${lastMail})
    order by account limit ${limit}`.execute(trx)
  return rows.map(({ account }) => account)
}

export interface UnreadComment extends ContentParams {
  reason: NotificationReason
}

/** Takes what an account hasn't read and wasn't mailed yet: it won't be mailed again. Newest first. */
export async function takeUnread(trx: Trx, account: string, now: Date): Promise<UnreadComment[]> {
  const { rows } = await sql<UnreadComment>`
    with taken as (
      update comment_notification set mailed_at = ${now} from comment
      where comment.id = comment_id and content_deleted_at is null
        and account = ${account} and read_at is null and mailed_at is null
      returning reason, kind, entry_id, comment.position)
    select reason, kind, entry_id as "entryId" from taken order by position desc`.execute(trx)
  await sql`
    insert into comment_mail (account, mailed_at) values (${account}, ${now})
    on conflict (account) do update set mailed_at = excluded.mailed_at`.execute(trx)
  return rows
}
