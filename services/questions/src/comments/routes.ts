import {
  changeComment as changeEndpoint,
  createComment,
  deleteComment as deleteEndpoint,
  listComments,
  listNotifications,
  markNotificationsRead,
  paginate,
} from '@rehearse/contracts'
import { type App, idempotentWrite, principalOf, serve, withIdempotency } from '@rehearse/service-kit'
import { seesEverything } from '../questions/question-view.ts'
import type { Db } from '../tables.ts'
import { addComment, changeComment, deleteComment, findReadable } from './comments.ts'
import { markRead, readNotifications, readThreads } from './repository.ts'

/** Routes of the comments on content, and of the notifications about them. */
export function commentRoutes(app: App, db: Db): void {
  serve(app, listComments, async (request) => {
    const { params, query } = request
    const { page, pageSize } = query
    const { title, parts } = await findReadable(db, params, principalOf(request))
    const part = { limit: pageSize, offset: (page - 1) * pageSize }
    const { threads, totalCount, open } = await readThreads(db, params, part)
    const pagination = paginate(page, pageSize, totalCount)
    return { success: true as const, data: threads, content: { title, parts }, open, pagination }
  })

  serve(app, createComment, async (request, reply) => {
    const { params, body: input } = request
    const by = principalOf(request)
    const write = idempotentWrite(request, ['comment', params.kind, params.entryId])
    const answer = await withIdempotency(db, write, async (trx) => ({
      success: true as const,
      data: await addComment(trx, params, { input, by }),
    }))
    return reply.code(201).send(answer)
  })

  serve(app, changeEndpoint, async (request) => {
    const by = principalOf(request)
    const { params, body } = request
    await db.transaction().execute((trx) => changeComment(trx, params.id, { ...body, by }))
    return { success: true as const, message: 'Comment updated' }
  })

  serve(app, deleteEndpoint, async (request) => {
    const by = principalOf(request)
    const { params, id: requestId } = request
    await db.transaction().execute((trx) => deleteComment(trx, params.id, { by, requestId }))
    return { success: true as const, message: 'Comment deleted' }
  })

  serve(app, listNotifications, async (request) => {
    const { page, pageSize } = request.query
    const principal = principalOf(request)
    const reader = { account: principal.id, readsEverything: seesEverything(principal) }
    const part = { limit: pageSize, offset: (page - 1) * pageSize }
    const { notifications, totalCount, unread } = await readNotifications(db, reader, part)
    const pagination = paginate(page, pageSize, totalCount)
    return { success: true as const, data: notifications, unread, pagination }
  })

  serve(app, markNotificationsRead, async (request) => {
    await markRead(db, principalOf(request).id, request.body.ids)
    return { success: true as const, message: 'Marked as read' }
  })
}
