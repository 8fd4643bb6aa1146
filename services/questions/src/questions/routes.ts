import {
  BODY_LIMIT,
  bulkActionInput,
  bulkActionReply,
  bulkUndoReply,
  checkInput,
  checkReply,
  pageQuery,
  paginate,
  questionHistoryReply,
  questionListQuery,
  questionListReply,
  questionOneReply,
  questionWrittenReply,
  repeatableHeaders,
  uuid,
} from '@rehearse/contracts'
import type { App } from '@rehearse/service-kit'
import { principalOf } from '@rehearse/service-kit'
import { z } from 'zod'
import type { Translations } from '../content/translations.ts'
import { tagReply } from '../edits/etag.ts'
import { withIdempotency } from '../edits/idempotency-repository.ts'
import { changeHeaders, preconditionOf } from '../edits/if-match.ts'
import { CountCache } from '../listing/count-cache.ts'
import { listQuestions } from '../listing/list-questions.ts'
import type { Db } from '../tables.ts'
import { changeMany, undoBulkAction } from './bulk-actions.ts'
import { deleteQuestion, restoreQuestion, updateQuestion } from './edit-question.ts'
import type { StoredQuestion } from './question.ts'
import { type QuestionView, render, renderFull, seesEverything, viewFor } from './question-view.ts'
import { checkAnswer, findVisibleQuestion, readHistory } from './read-question.ts'
import { questionParams, updateBody } from './schemas.ts'

const tags = ['questions']

/** Reading and changing questions, one or many; creating them is in imports/routes.ts, which shares its address. */
export function questionRoutes(app: App, db: Db, translations: Translations): void {
  readRoutes(app, db, translations)
  writeRoutes(app, db)
  bulkActionRoutes(app, db)
}

/** Reading questions, and trying an answer without an account. */
function readRoutes(app: App, db: Db, translations: Translations): void {
  const bank = new CountCache(db)
  const show = (question: StoredQuestion, view: QuestionView, language: string | undefined) => {
    const translated = translations.find(question, language)
    return translated ? { ...render(translated, view), language } : render(question, view)
  }

  app.get(
    '/api/questions/unified',
    {
      config: { access: 'anyone' },
      onSend: tagReply,
      schema: {
        tags,
        summary: 'List, filter, search or draw questions',
        querystring: questionListQuery,
        response: { 200: questionListReply },
      },
    },
    async (request) => {
      const { principal, query } = request
      const view = viewFor(principal, query.include)
      const list = await listQuestions({ db, bank }, query, { openOnly: !seesEverything(principal) })
      const data = list.questions.map((question) => show(question, view, query.language))
      return { success: true as const, data, ...(list.pagination && { pagination: list.pagination }) }
    },
  )

  app.get(
    '/api/questions/unified/:id',
    {
      config: { access: 'anyone' },
      onSend: tagReply,
      schema: {
        tags,
        summary: 'Read one question',
        params: questionParams,
        querystring: questionListQuery.pick({ include: true, language: true }),
        response: { 200: questionOneReply },
      },
    },
    async (request, reply) => {
      const view = viewFor(request.principal, request.query.include)
      const question = await findVisibleQuestion(db, request.params.id, request.principal)
      reply.shownVersion = question.version
      return { success: true as const, data: show(question, view, request.query.language) }
    },
  )

  app.post(
    '/api/questions/unified/:id/check',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'Try an answer; nothing is recorded',
        params: questionParams,
        querystring: questionListQuery.pick({ language: true }),
        body: checkInput,
        response: { 200: checkReply },
      },
    },
    async (request) => {
      const { params, query, body, principal } = request
      const question = await findVisibleQuestion(db, params.id, principal)
      const shown = translations.find(question, query.language) ?? question
      return { success: true as const, result: checkAnswer(shown, body.selectedOptionIds) }
    },
  )

  app.get(
    '/api/questions/unified/:id/history',
    {
      config: { access: 'admin' },
      schema: {
        tags,
        summary: 'Every version of a question: who changed what, and when',
        params: questionParams,
        querystring: pageQuery,
        response: { 200: questionHistoryReply },
      },
    },
    async (request) => {
      const { page, pageSize } = request.query
      const { versions, totalCount } = await readHistory(db, request.params.id, page, pageSize)
      return { success: true as const, data: versions, pagination: paginate(page, pageSize, totalCount) }
    },
  )
}

/** Changing one question: every change is a new version. */
function writeRoutes(app: App, db: Db): void {
  app.put(
    '/api/questions/unified/:id',
    {
      bodyLimit: BODY_LIMIT,
      config: { access: 'admin' },
      onSend: tagReply,
      schema: {
        tags,
        summary: 'Change the given fields of a question',
        params: questionParams,
        headers: changeHeaders,
        body: updateBody,
        response: { 200: questionWrittenReply },
      },
    },
    async (request, reply) => {
      const { body, headers, params } = request
      const actor = principalOf(request).id
      const precondition = preconditionOf(headers['if-match'])
      const answer = await withIdempotency(
        db,
        { actor, key: headers['idempotency-key'], request: ['update', params.id, body] },
        async (trx) => {
          const question = await updateQuestion(trx, params.id, body, { actor, precondition })
          return written(question, 'Question updated successfully')
        },
      )
      reply.shownVersion = answer.data.version
      return answer
    },
  )

  app.delete(
    '/api/questions/unified/:id',
    {
      config: { access: 'admin' },
      schema: {
        tags,
        summary: 'Delete a question; it can be restored for 30 days',
        params: questionParams,
        headers: changeHeaders,
        response: { 200: questionWrittenReply },
      },
    },
    async (request) => {
      const actor = principalOf(request).id
      const precondition = preconditionOf(request.headers['if-match'])
      const question = await db
        .transaction()
        .execute((trx) => deleteQuestion(trx, request.params.id, { actor, precondition }))
      return written(question, 'Question deleted successfully')
    },
  )

  app.post(
    '/api/questions/unified/:id/restore',
    {
      config: { access: 'admin' },
      onSend: tagReply,
      schema: {
        tags,
        summary: 'Bring a deleted question back',
        params: questionParams,
        response: { 200: questionWrittenReply },
      },
    },
    async (request, reply) => {
      const actor = principalOf(request).id
      const question = await db.transaction().execute((trx) => restoreQuestion(trx, request.params.id, actor))
      reply.shownVersion = question.version
      return written(question, 'Question restored successfully')
    },
  )
}

/** One change to many questions, and taking it back. */
function bulkActionRoutes(app: App, db: Db): void {
  app.post(
    '/api/questions/unified/bulk',
    {
      bodyLimit: BODY_LIMIT,
      config: { access: 'admin' },
      schema: {
        tags,
        summary: 'Activate, deactivate, approve, move, tag or delete many questions as one batch',
        headers: repeatableHeaders,
        body: bulkActionInput,
        response: { 200: bulkActionReply },
      },
    },
    async (request) => {
      const { body, headers } = request
      const actor = principalOf(request).id
      return withIdempotency(
        db,
        { actor, key: headers['idempotency-key'], request: ['bulk action', body] },
        async (trx) => {
          const data = await changeMany(trx, body, actor)
          const message = `${data.changed} of ${data.results.length} questions changed`
          return { success: true as const, data, message }
        },
      )
    },
  )

  app.delete(
    '/api/questions/bulk/:batchId',
    {
      config: { access: 'admin' },
      schema: {
        tags,
        summary: 'Undo a bulk action; what was edited since is kept and listed',
        params: z.object({ batchId: uuid }),
        response: { 200: bulkUndoReply },
      },
    },
    async (request) => {
      const actor = principalOf(request).id
      const data = await db.transaction().execute((trx) => undoBulkAction(trx, request.params.batchId, actor))
      const message = `Undone: ${data.reverted} reverted, ${data.kept.length} kept.`
      return { success: true as const, data, message }
    },
  )
}

const written = (question: StoredQuestion, message: string) => ({
  success: true as const,
  data: renderFull(question),
  message,
})
