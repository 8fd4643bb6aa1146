import { z } from 'zod'
import {
  longText,
  messageReply,
  pageQuery,
  pagination,
  repeatableHeaders,
  shortText,
  success,
  timestamp,
  uuid,
} from '../common.ts'
import { COMMENT_LIMITS } from '../content-limits.ts'
import { endpoint } from '../endpoint.ts'
import { envelope } from '../envelope.ts'
import { mentionsIn } from './mentions.ts'
import { contentKind } from './trash.ts'

const commentBody = longText(COMMENT_LIMITS.length)
  .refine((text) => text.trim() !== '', 'must not be empty')
  .refine(
    (text) => mentionsIn(text).length <= COMMENT_LIMITS.mentions,
    `must have at most ${COMMENT_LIMITS.mentions} mentions`,
  )

/** Content that has comments. */
export const contentParams = z.object({ kind: contentKind, entryId: shortText(100) })
export type ContentParams = z.infer<typeof contentParams>

const commentFields = {
  id: uuid,
  /** The id of an admin account. Null if the comment was deleted and others have replied to it. */
  author: z.string().nullable(),
  /** Markdown with mentions; empty if it was deleted. */
  body: z.string(),
  createdAt: timestamp,
  editedAt: timestamp.nullable(),
}

/** A comment with its replies, oldest first. */
export const commentThread = z
  .object({
    ...commentFields,
    /** The step of a learning path that it is about. */
    part: z.string().nullable(),
    resolvedAt: timestamp.nullable(),
    resolvedBy: z.string().nullable(),
    replies: z.array(z.object(commentFields)),
  })
  .meta({ id: 'CommentThread' })
export type CommentThread = z.infer<typeof commentThread>
export type Comment = CommentThread['replies'][number]

export const commentInput = z.object({
  body: commentBody,
  /** The thread that it replies to. */
  threadId: uuid.optional(),
  /** The step of a learning path that it is about. */
  part: shortText(100).optional(),
})
export type CommentInput = z.infer<typeof commentInput>

export const commentChanges = z
  .object({ body: commentBody.optional(), resolved: z.boolean().optional() })
  .refine(({ body, resolved }) => (body === undefined) !== (resolved === undefined), {
    message: 'must have either a body or resolved',
  })

export const listComments = endpoint({
  method: 'GET',
  path: '/api/admin/comments/:kind/:entryId',
  service: 'questions',
  access: 'author',
  summary: 'List the comments on a question or another entry, newest first',
  params: contentParams,
  query: pageQuery,
  response: {
    200: success({
      data: z.array(commentThread),
      content: z.object({
        title: z.string(),
        /** The steps of a learning path. */
        parts: z.array(z.object({ id: z.string(), title: z.string() })),
      }),
      /** How many threads aren't resolved. */
      open: z.int(),
      pagination,
    }),
  },
})

export const createComment = endpoint({
  method: 'POST',
  path: '/api/admin/comments/:kind/:entryId',
  service: 'questions',
  access: 'author',
  audited: false,
  summary: 'Comment on a question or another entry, or reply to a comment',
  headers: repeatableHeaders,
  params: contentParams,
  body: commentInput,
  response: { 201: success({ data: z.object({ id: uuid }) }) },
  errors: {
    comment_not_found: { status: 404, description: 'the thread doesn’t exist.' },
    too_many_comments: { status: 409, description: 'the content or the thread has as many as possible.' },
  },
})

export const changeComment = endpoint({
  method: 'PATCH',
  path: '/api/admin/comments/:id',
  service: 'questions',
  access: 'author',
  audited: false,
  summary: 'Edit your comment, or resolve or reopen a thread',
  params: z.object({ id: uuid }),
  body: commentChanges,
  response: { 200: messageReply },
  errors: { not_own_comment: { status: 403, description: 'someone else wrote it.' } },
})

export const deleteComment = endpoint({
  method: 'DELETE',
  path: '/api/admin/comments/:id',
  service: 'questions',
  access: 'author',
  // The service records when an admin deletes someone else's comment.
  audited: false,
  summary: 'Delete your comment, or as an admin any comment',
  params: z.object({ id: uuid }),
  response: { 200: messageReply },
  errors: { not_own_comment: { status: 403, description: 'someone else wrote it.' } },
})

/** `mention` in the text, `reply` in a thread that the account wrote in, `review` of content assigned to it. */
export const notificationReason = z.enum(['mention', 'reply', 'review'])
export type NotificationReason = z.infer<typeof notificationReason>

export const commentNotification = z
  .object({
    /** Of the comment. */
    id: uuid,
    reason: notificationReason,
    kind: contentKind,
    entryId: z.string(),
    title: z.string(),
    author: z.string().nullable(),
    body: z.string(),
    createdAt: timestamp,
    isRead: z.boolean(),
  })
  .meta({ id: 'CommentNotification' })
export type CommentNotification = z.infer<typeof commentNotification>

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/admin/notifications',
  service: 'questions',
  access: 'author',
  summary: 'List your notifications about comments, newest first, and count the unread ones',
  query: pageQuery,
  response: { 200: success({ data: z.array(commentNotification), unread: z.int(), pagination }) },
})

export const markNotificationsRead = endpoint({
  method: 'POST',
  path: '/api/admin/notifications/read',
  service: 'questions',
  access: 'author',
  audited: false,
  summary: 'Mark notifications as read: those with the given ids, or all',
  body: z.object({ ids: z.array(uuid).max(100).optional() }),
  response: { 200: messageReply },
})

const presentReply = success({
  /** The accounts of others who have it open. */
  data: z.array(z.string()),
})

export const reportPresence = endpoint({
  method: 'PUT',
  path: '/api/admin/presence/:kind/:entryId',
  service: 'questions',
  access: 'author',
  audited: false,
  repeatable: true,
  summary: 'Report that you have content open, every 7 seconds, and get who else has',
  params: contentParams,
  response: { 200: presentReply },
})

export const endPresence = endpoint({
  method: 'DELETE',
  path: '/api/admin/presence/:kind/:entryId',
  service: 'questions',
  access: 'author',
  audited: false,
  summary: 'Report that you closed content',
  params: contentParams,
  response: { 200: messageReply },
})

export const unreadCommentsSubject = 'questions.comments.unread.v1'

/** What an admin account hasn't read for a while, at most once in 15 minutes: identity mails it. */
export const unreadComments = envelope(
  'UnreadComments',
  1,
  z.object({
    account: z.string(),
    items: z.array(
      z.object({
        reason: notificationReason,
        title: z.string(),
        /** Null if every admin account may read the content, else the author who may. */
        onlyFor: z.object({ author: z.string().nullable() }).nullable(),
      }),
    ),
  }),
)
export type UnreadCommentsMessage = z.infer<typeof unreadComments>
