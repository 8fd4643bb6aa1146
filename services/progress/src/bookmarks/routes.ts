import {
  addBookmark,
  DomainError,
  deleteNote,
  getBookmark,
  getNote,
  listBookmarks,
  listNotes,
  paginate,
  removeBookmark as removeBookmarkEndpoint,
  writeNote,
} from '@rehearse/contracts'
import { type App, type Database, principalOf, serve } from '@rehearse/service-kit'
import type { RequireQuestion } from '../question-copies/find-question.ts'
import type { ProgressTables } from '../tables.ts'
import {
  findBookmark,
  findNote,
  readBookmarks,
  readNotes,
  removeBookmark,
  removeNote,
  storeBookmark,
  storeNote,
} from './repository.ts'

/** Routes of a learner's bookmarked questions. */
export function bookmarkRoutes(
  app: App,
  { db }: Database<ProgressTables>,
  requireQuestion: RequireQuestion,
): void {
  serve(app, listBookmarks, async (request) => {
    const { page, pageSize } = request.query
    const span = { limit: pageSize, offset: (page - 1) * pageSize }
    const { bookmarks, totalCount } = await readBookmarks(db, principalOf(request).id, span)
    return { success: true as const, bookmarks, pagination: paginate(page, pageSize, totalCount) }
  })

  serve(app, getBookmark, async (request) => {
    const bookmark = await findBookmark(db, principalOf(request).id, request.params.questionId)
    if (bookmark === undefined) throw bookmarkNotFound()
    return { success: true as const, bookmark }
  })

  serve(app, addBookmark, async (request) => {
    const { id } = principalOf(request)
    const { questionId } = await requireQuestion(request.params.questionId)
    await storeBookmark(db, id, questionId, new Date())
    const bookmark = await findBookmark(db, id, questionId)
    if (bookmark === undefined) throw tooManyBookmarks()
    return { success: true as const, bookmark }
  })

  serve(app, removeBookmarkEndpoint, async (request) => {
    await removeBookmark(db, principalOf(request).id, request.params.questionId)
    return { success: true as const, message: 'Bookmark removed' }
  })
}

const bookmarkNotFound = () =>
  new DomainError({ kind: 'not-found', code: 'bookmark_not_found', message: 'Bookmark not found' })

const tooManyBookmarks = () =>
  new DomainError({
    kind: 'conflict',
    code: 'too_many_bookmarks',
    message: 'There is no room for more bookmarks',
  })

/** Routes of a learner's private notes on questions. */
export function noteRoutes(
  app: App,
  { db }: Database<ProgressTables>,
  requireQuestion: RequireQuestion,
): void {
  serve(app, listNotes, async (request) => {
    const { page, pageSize } = request.query
    const span = { limit: pageSize, offset: (page - 1) * pageSize }
    const { notes, totalCount } = await readNotes(db, principalOf(request).id, span)
    return { success: true as const, notes, pagination: paginate(page, pageSize, totalCount) }
  })

  serve(app, getNote, async (request) => {
    const note = await findNote(db, principalOf(request).id, request.params.questionId)
    if (note === undefined) throw noteNotFound()
    return { success: true as const, note }
  })

  serve(app, writeNote, async (request) => {
    const { id } = principalOf(request)
    const { questionId } = await requireQuestion(request.params.questionId)
    const saved = await storeNote(db, id, questionId, request.body.text, new Date())
    const note = saved ? await findNote(db, id, questionId) : undefined
    if (note === undefined) throw tooManyNotes()
    return { success: true as const, note }
  })

  serve(app, deleteNote, async (request) => {
    await removeNote(db, principalOf(request).id, request.params.questionId)
    return { success: true as const, message: 'Note removed' }
  })
}

const noteNotFound = () =>
  new DomainError({ kind: 'not-found', code: 'note_not_found', message: 'Note not found' })

const tooManyNotes = () =>
  new DomainError({ kind: 'conflict', code: 'too_many_notes', message: 'There is no room for more notes' })
