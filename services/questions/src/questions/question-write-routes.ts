import { BODY_LIMIT, questionWrittenReply } from '@rehearse/contracts'
import { type App, principalOf } from '@rehearse/service-kit'
import { tagReply } from '../edits/etag.ts'
import { preconditionOf } from '../edits/if-match.ts'
import { once } from '../edits/with-idempotency.ts'
import type { Db } from '../tables.ts'
import { deleteQuestion } from './delete-question.ts'
import { updateQuestion } from './edit-question.ts'
import type { StoredQuestion } from './question.ts'
import { renderFull } from './question-view.ts'
import { restoreQuestion } from './restore-question.ts'
import { changeHeaders, questionParams, updateBody } from './schemas.ts'

const tags = ['questions']

const written = (question: StoredQuestion, message: string) => ({
  success: true as const,
  data: renderFull(question),
  message,
})

/** Changing one question: every change is a new version. */
export function questionWriteRoutes(app: App, db: Db): void {
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
      const answer = await once(
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
