import { z } from 'zod'
import { longText, messageReply, pageQuery, pagination, success, timestamp, uuid } from '../common.ts'
import { BODY_LIMIT, TEXT_MAX } from '../constants.ts'
import { endpoint } from '../endpoint.ts'
import { difficulty } from '../questions/question.ts'
import { QUOTAS } from '../quotas.ts'

/** The maximum number of a learner's bookmarks. */
export const BOOKMARKS_MAX = QUOTAS.bookmarks.total

/** A question as a learner's lists show it: in its newest version. */
const namedQuestion = { questionId: uuid, title: z.string(), category: z.string(), difficulty }

export const bookmark = z.object({ ...namedQuestion, createdAt: timestamp }).meta({ id: 'Bookmark' })
export type Bookmark = z.infer<typeof bookmark>

export const bookmarkReply = success({ bookmark })
export const bookmarkListReply = success({ bookmarks: z.array(bookmark), pagination })

/** The maximum number of a learner's notes. */
export const NOTES_MAX = QUOTAS.notes.total

export const noteInput = z.object({
  text: longText(TEXT_MAX.note).refine((text) => text.trim() !== '', 'must not be empty'),
})

/** A learner's private note on a question. */
export const note = z
  .object({
    questionId: uuid,
    /** The question's title in its newest version. */
    title: z.string(),
    text: z.string(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Note' })
export type Note = z.infer<typeof note>

export const noteReply = success({ note })
export const noteListReply = success({ notes: z.array(note), pagination })

export const listBookmarks = endpoint({
  method: 'GET',
  path: '/api/progress/bookmarks',
  service: 'progress',
  access: 'learner',
  summary: 'List your bookmarks, newest first',
  query: pageQuery,
  response: { 200: bookmarkListReply },
})

export const getBookmark = endpoint({
  method: 'GET',
  path: '/api/progress/bookmarks/:questionId',
  service: 'progress',
  access: 'learner',
  summary: 'Get your bookmark of a question',
  params: z.object({ questionId: uuid }),
  response: { 200: bookmarkReply },
})

export const addBookmark = endpoint({
  method: 'PUT',
  path: '/api/progress/bookmarks/:questionId',
  service: 'progress',
  access: 'learner',
  summary: 'Bookmark a question',
  params: z.object({ questionId: uuid }),
  response: { 200: bookmarkReply },
})

export const removeBookmark = endpoint({
  method: 'DELETE',
  path: '/api/progress/bookmarks/:questionId',
  service: 'progress',
  access: 'learner',
  summary: 'Remove a bookmark',
  params: z.object({ questionId: uuid }),
  response: { 200: messageReply },
})

export const listNotes = endpoint({
  method: 'GET',
  path: '/api/progress/notes',
  service: 'progress',
  access: 'learner',
  summary: 'List your notes, last changed first',
  query: pageQuery,
  response: { 200: noteListReply },
})

export const getNote = endpoint({
  method: 'GET',
  path: '/api/progress/notes/:questionId',
  service: 'progress',
  access: 'learner',
  summary: 'Get your note on a question',
  params: z.object({ questionId: uuid }),
  response: { 200: noteReply },
})

export const writeNote = endpoint({
  method: 'PUT',
  path: '/api/progress/notes/:questionId',
  service: 'progress',
  access: 'learner',
  bodyLimit: BODY_LIMIT,
  summary: 'Write or replace a note on a question',
  params: z.object({ questionId: uuid }),
  body: noteInput,
  response: { 200: noteReply },
})

export const deleteNote = endpoint({
  method: 'DELETE',
  path: '/api/progress/notes/:questionId',
  service: 'progress',
  access: 'learner',
  summary: 'Delete a note',
  params: z.object({ questionId: uuid }),
  response: { 200: messageReply },
})
