import { listReviewQueue, paginate } from '@rehearse/contracts'
import { type App, serve } from '@rehearse/service-kit'
import { editorialView } from '../edits/content-status.rules.ts'
import { editorOf } from '../edits/edit-routes.ts'
import { renderFull } from '../questions/question-view.ts'
import type { Db } from '../tables.ts'
import { countQueues, type QueuedEntry, type QueuedQuestion, readQueue } from './repository.ts'

/** Route of the queues of what waits for an editor: questions and library entries. */
export function reviewRoutes(app: App, db: Db): void {
  serve(app, listReviewQueue, async (request) => {
    const { queue, page, pageSize } = request.query
    const editor = editorOf(request)
    const [items, counts] = await Promise.all([
      readQueue(db, queue, { editor, limit: pageSize, offset: (page - 1) * pageSize }),
      countQueues(db, editor),
    ])
    const data = items.map((item) => ('question' in item ? questionItem(item) : entryItem(item)))
    return { success: true as const, data, counts, pagination: paginate(page, pageSize, counts[queue]) }
  })
}

const questionItem = ({ kind, question, approvedVersion }: QueuedQuestion) => ({
  kind,
  ...renderFull(question),
  approvedVersion,
})

const entryItem = ({ kind, entry, approvedFields }: QueuedEntry) => ({
  kind,
  id: entry.id,
  title: String(entry.document.title ?? entry.document.name),
  revision: entry.revision,
  createdBy: entry.createdBy,
  ...editorialView(entry.editorial),
  fields: entry.document,
  approvedFields,
})
