import { z } from 'zod'
import { longText, pagination, success, timestamp, uuid } from '../common.ts'
import { difficulty } from '../questions/question.ts'
import { QUOTAS } from '../quotas.ts'

/** Bookmarks that a learner may have. */
export const BOOKMARKS_MAX = QUOTAS.bookmarks.total

/** What a question is called, as lists of a learner's own things name it: in its newest version. */
const namedQuestion = { questionId: uuid, title: z.string(), category: z.string(), difficulty }

export const bookmark = z.object({ ...namedQuestion, createdAt: timestamp }).meta({ id: 'Bookmark' })
export type Bookmark = z.infer<typeof bookmark>

export const bookmarkReply = success({ bookmark })
export const bookmarkListReply = success({ bookmarks: z.array(bookmark), pagination })

/** Notes that a learner may have, and characters of each. */
export const NOTES_MAX = QUOTAS.notes.total
export const NOTE_LENGTH_MAX = 10_000

export const noteInput = z.object({
  text: longText(NOTE_LENGTH_MAX).refine((text) => text.trim() !== '', 'must not be empty'),
})

/** What a learner wrote down beside a question; nobody else ever reads it. */
export const note = z
  .object({
    questionId: uuid,
    /** The question's, in its newest version. */
    title: z.string(),
    text: z.string(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Note' })
export type Note = z.infer<typeof note>

export const noteReply = success({ note })
export const noteListReply = success({ notes: z.array(note), pagination })
