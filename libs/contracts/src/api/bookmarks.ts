import { z } from 'zod'
import { QUOTAS } from '../quotas.ts'
import { pagination, success, timestamp, uuid } from './common.ts'
import { difficulty } from './questions.ts'

/** Bookmarks that a learner may have. */
export const BOOKMARKS_MAX = QUOTAS.bookmarks.total

/** What a question is called, as lists of a learner's own things name it: in its newest version. */
const namedQuestion = { questionId: uuid, title: z.string(), category: z.string(), difficulty }

export const bookmark = z.object({ ...namedQuestion, createdAt: timestamp }).meta({ id: 'Bookmark' })
export type Bookmark = z.infer<typeof bookmark>

export const bookmarkReply = success({ bookmark })
export const bookmarkListReply = success({ bookmarks: z.array(bookmark), pagination })
