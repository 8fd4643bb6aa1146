import { randomUUID } from 'node:crypto'
import {
  type AuditRecord,
  COMMENT_LIMITS,
  type CommentInput,
  type ContentParams,
  DomainError,
  deleteComment as deleteEndpoint,
  mentionsIn,
  type NotificationReason,
} from '@rehearse/contracts'
import { auditMessage, enqueue, type Principal } from '@rehearse/service-kit'
import { seesEverything } from '../questions/question-view.ts'
import type { Db, Trx } from '../tables.ts'
import {
  authorsOf,
  type CommentedContent,
  countComments,
  findComment,
  findContent,
  insertComment,
  insertNotifications,
  lockComments,
  removeComment,
  updateBody,
  updateResolution,
} from './repository.ts'

/** Content that a user may read. @throws {DomainError} not-found */
export async function findReadable(
  db: Db,
  content: ContentParams,
  principal: Principal,
): Promise<CommentedContent> {
  const found = await findContent(db, content)
  const isReadable =
    found && (found.onlyFor === null || seesEverything(principal) || found.onlyFor.author === principal.id)
  if (!isReadable) throw contentNotFound()
  return found
}

/**
 * Adds a comment and notifies those it concerns.
 * @throws {DomainError} not-found; invalid, `unknown_part`; conflict, `too_many_comments`
 */
export async function addComment(
  trx: Trx,
  content: ContentParams,
  { input, by }: { input: CommentInput; by: Principal },
): Promise<{ id: string }> {
  const { body, threadId = null, part = null } = input
  const { parts, reviewer } = await findReadable(trx, content, by)
  if (part !== null && !parts.some(({ id }) => id === part)) throw unknownPart()
  await lockComments(trx, content)
  const { all, replies } = await countComments(trx, content, threadId)
  if (all >= COMMENT_LIMITS.perContent || replies >= COMMENT_LIMITS.replies) throw tooMany()
  if (threadId !== null) await requireThread(trx, content, threadId)
  const id = randomUUID()
  await insertComment(trx, { id, ...content, part, threadId, body, author: by.id })

  const reasons = new Map<string, NotificationReason>()
  if (reviewer !== null) reasons.set(reviewer, 'review')
  if (threadId !== null) for (const author of await authorsOf(trx, threadId)) reasons.set(author, 'reply')
  for (const account of mentionsIn(body)) reasons.set(account, 'mention')
  reasons.delete(by.id)
  await insertNotifications(trx, id, reasons)
  return { id }
}

async function requireThread(trx: Trx, { kind, entryId }: ContentParams, threadId: string): Promise<void> {
  const thread = await findComment(trx, threadId)
  const fits = thread?.kind === kind && thread.entryId === entryId && thread.threadId === null
  if (!fits) throw commentNotFound()
}

/**
 * Edits the text of one's own comment, or resolves or reopens a thread.
 * @throws {DomainError} not-found; forbidden, `not_own_comment`
 */
export async function changeComment(
  trx: Trx,
  id: string,
  { body, resolved, by }: { body?: string | undefined; resolved?: boolean | undefined; by: Principal },
): Promise<void> {
  const { comment } = await requireComment(trx, id, by)
  if (body === undefined) {
    if (comment.threadId !== null) throw commentNotFound()
    return updateResolution(trx, id, resolved ? by.id : null)
  }
  if (comment.author !== by.id) throw notOwn()
  await updateBody(trx, id, body)
  const mentioned = mentionsIn(body).filter((account) => account !== by.id)
  await insertNotifications(trx, id, new Map(mentioned.map((account) => [account, 'mention'])))
}

/**
 * Deletes one's own comment, or as an admin any; the audit log has the latter.
 * @throws {DomainError} not-found; forbidden, `not_own_comment`
 */
export async function deleteComment(
  trx: Trx,
  id: string,
  { by, requestId }: { by: Principal; requestId: string },
): Promise<void> {
  const { comment, content } = await requireComment(trx, id, by)
  const { kind, entryId, author } = comment
  if (author === by.id) return removeComment(trx, comment)
  if (by.role !== 'admin' && by.role !== 'super_admin') throw notOwn()
  await removeComment(trx, comment)
  const record: AuditRecord = {
    actor: by.id,
    role: by.role,
    topic: 'comments',
    action: `${deleteEndpoint.method} ${deleteEndpoint.path}`,
    summary: 'Delete a comment that someone else wrote',
    target: `${kind}/${entryId}`,
    title: content.title,
    details: author === null ? {} : { author },
    requestId,
  }
  await enqueue(trx, [auditMessage('questions', record)])
}

async function requireComment(trx: Trx, id: string, by: Principal) {
  const comment = await findComment(trx, id)
  if (comment === undefined) throw commentNotFound()
  const content = await findReadable(trx, comment, by)
  await lockComments(trx, comment)
  return { comment, content }
}

const contentNotFound = () =>
  new DomainError({ kind: 'not-found', code: 'content_not_found', message: 'This content doesn’t exist' })

const commentNotFound = () =>
  new DomainError({ kind: 'not-found', code: 'comment_not_found', message: 'Comment not found' })

const unknownPart = () =>
  new DomainError({
    kind: 'invalid',
    code: 'unknown_part',
    message: 'This step doesn’t exist',
    details: [{ path: 'part', message: 'is not a step of this path' }],
  })

const notOwn = () =>
  new DomainError({
    kind: 'forbidden',
    code: 'not_own_comment',
    message: 'You can only change your own comments',
  })

const tooMany = () =>
  new DomainError({
    kind: 'conflict',
    code: 'too_many_comments',
    message: 'There is no room for more comments here. Delete some first.',
  })
