import {
  bookmarkListReply,
  bookmarkReply,
  DomainError,
  messageReply,
  pageQuery,
  paginate,
  uuid,
} from '@rehearse/contracts'
import { type App, type Database, principalOf } from '@rehearse/service-kit'
import { z } from 'zod'
import type { RequireQuestion } from '../question-copies/require-question.ts'
import type { ProgressTables } from '../tables.ts'
import { findBookmark, readBookmarks, removeBookmark, storeBookmark } from './bookmark-repository.ts'

const tags = ['progress']
const params = z.object({ questionId: uuid })

/** Questions a learner wants to find again. */
export function bookmarkRoutes(
  app: App,
  { db }: Database<ProgressTables>,
  requireQuestion: RequireQuestion,
): void {
  app.get(
    '/api/progress/bookmarks',
    {
      config: { access: 'learner' },
      schema: {
        tags,
        summary: 'My bookmarks, newest first',
        querystring: pageQuery,
        response: { 200: bookmarkListReply },
      },
    },
    async (request) => {
      const { page, pageSize } = request.query
      const span = { limit: pageSize, offset: (page - 1) * pageSize }
      const { bookmarks, totalCount } = await readBookmarks(db, principalOf(request).id, span)
      return { success: true as const, bookmarks, pagination: paginate(page, pageSize, totalCount) }
    },
  )

  app.get(
    '/api/progress/bookmarks/:questionId',
    {
      config: { access: 'learner' },
      schema: { tags, summary: 'My bookmark of a question', params, response: { 200: bookmarkReply } },
    },
    async (request) => {
      const bookmark = await findBookmark(db, principalOf(request).id, request.params.questionId)
      if (bookmark === undefined) throw notFound()
      return { success: true as const, bookmark }
    },
  )

  app.put(
    '/api/progress/bookmarks/:questionId',
    {
      config: { access: 'learner' },
      schema: { tags, summary: 'Bookmark a question', params, response: { 200: bookmarkReply } },
    },
    async (request) => {
      const { id } = principalOf(request)
      const { questionId } = await requireQuestion(request.params.questionId)
      await storeBookmark(db, id, questionId, new Date())
      const bookmark = await findBookmark(db, id, questionId)
      if (bookmark === undefined) throw noRoom()
      return { success: true as const, bookmark }
    },
  )

  app.delete(
    '/api/progress/bookmarks/:questionId',
    {
      config: { access: 'learner' },
      schema: { tags, summary: 'Take a bookmark away', params, response: { 200: messageReply } },
    },
    async (request) => {
      await removeBookmark(db, principalOf(request).id, request.params.questionId)
      return { success: true as const, message: 'Bookmark removed' }
    },
  )
}

const notFound = () =>
  new DomainError({ kind: 'not-found', code: 'bookmark_not_found', message: 'Bookmark not found' })

const noRoom = () =>
  new DomainError({
    kind: 'conflict',
    code: 'too_many_bookmarks',
    message: 'There is no room for more bookmarks',
  })
