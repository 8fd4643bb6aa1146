import {
  changeQuestionStatus as changeQuestionStatusEndpoint,
  checkAnswer as checkAnswerEndpoint,
  copyQuestion as copyQuestionEndpoint,
  deleteQuestion as deleteQuestionEndpoint,
  getQuestion,
  listQuestionVersions,
  paginate,
  restoreQuestion as restoreQuestionEndpoint,
  updateQuestion as updateQuestionEndpoint,
} from '@rehearse/contracts'
import { type App, principalOf, serve, withIdempotency } from '@rehearse/service-kit'
import { editorOf } from '../edits/edit-routes.ts'
import { preconditionOf, tagReply } from '../edits/etag.ts'
import type { Db } from '../tables.ts'
import {
  changeQuestionStatus,
  copyQuestion,
  deleteQuestion,
  restoreQuestion,
  updateQuestion,
} from './edit-question.ts'
import type { StoredQuestion } from './question.ts'
import { type FindTranslations, renderFull, renderIn, viewFor, withoutReserved } from './question-view.ts'
import { checkAnswer, findVisibleQuestion, readHistory } from './read-question.ts'
import { type FindReserved, questionReserved } from './reserved-questions.ts'
import { updateBody } from './schemas.ts'

/** Routes that read and change questions; listing/, imports/ and bulk-actions/ have the others. */
export function questionRoutes(
  app: App,
  db: Db,
  { findTranslations, findReserved }: { findTranslations: FindTranslations; findReserved: FindReserved },
): void {
  readRoutes(app, db, { findTranslations, findReserved })
  writeRoutes(app, db)
}

/** Routes that read one question, and grade an answer without an account. */
function readRoutes(
  app: App,
  db: Db,
  { findTranslations, findReserved }: { findTranslations: FindTranslations; findReserved: FindReserved },
): void {
  serve(app, getQuestion, { onSend: tagReply }, async (request, reply) => {
    const { include, language } = request.query
    const view = await withoutReserved(viewFor(request.principal, include), request.principal, findReserved)
    const question = await findVisibleQuestion(db, request.params.id, request.principal)
    const translations = await findTranslations([question], language)
    reply.shownVersion = question.version
    return {
      success: true as const,
      data: renderIn(translations, question, { view: view(question), language }),
    }
  })

  serve(app, checkAnswerEndpoint, async (request) => {
    const { params, query, body, principal } = request
    const question = await findVisibleQuestion(db, params.id, principal)
    if ((await findReserved(principal)).has(question.id)) throw questionReserved()
    const translations = await findTranslations([question], query.language)
    const shown = translations.find(question, query.language) ?? question
    // The ids in a response come from the original's texts.
    const result = checkAnswer({ ...shown, answer: question.answer }, body)
    return { success: true as const, result }
  })

  serve(app, listQuestionVersions, async (request) => {
    const { page, pageSize } = request.query
    const principal = principalOf(request)
    const { versions, totalCount } = await readHistory(db, request.params.id, { page, pageSize, principal })
    return { success: true as const, data: versions, pagination: paginate(page, pageSize, totalCount) }
  })
}

/** Routes that change one question; every change creates a version. */
function writeRoutes(app: App, db: Db): void {
  serve(app, updateQuestionEndpoint, { onSend: tagReply, body: updateBody }, async (request, reply) => {
    const { body, headers, params } = request
    const editor = editorOf(request)
    const precondition = preconditionOf(headers['if-match'])
    const answer = await withIdempotency(
      db,
      { actor: editor.id, key: headers['idempotency-key'], request: ['update', params.id, body] },
      async (trx) => {
        const question = await updateQuestion(trx, params.id, body, { editor, precondition })
        return written(question, 'Question updated successfully')
      },
    )
    reply.shownVersion = answer.data.version
    return answer
  })

  serve(app, changeQuestionStatusEndpoint, { onSend: tagReply }, async (request, reply) => {
    const { body, headers, params } = request
    const editor = editorOf(request)
    const precondition = preconditionOf(headers['if-match'])
    const answer = await withIdempotency(
      db,
      { actor: editor.id, key: headers['idempotency-key'], request: ['status', params.id, body] },
      async (trx) => {
        const question = await changeQuestionStatus(trx, params.id, body, { editor, precondition })
        return written(question, 'Question updated successfully')
      },
    )
    reply.shownVersion = answer.data.version
    return answer
  })

  serve(app, copyQuestionEndpoint, { onSend: tagReply }, async (request, reply) => {
    const { headers, params } = request
    const actor = principalOf(request).id
    const answer = await withIdempotency(
      db,
      { actor, key: headers['idempotency-key'], request: ['copy', params.id] },
      async (trx) => written(await copyQuestion(trx, params.id, actor), 'Question copied'),
    )
    reply.shownVersion = answer.data.version
    return reply.code(201).send(answer)
  })

  serve(app, deleteQuestionEndpoint, async (request) => {
    const actor = principalOf(request).id
    const precondition = preconditionOf(request.headers['if-match'])
    const question = await db
      .transaction()
      .execute((trx) => deleteQuestion(trx, request.params.id, { actor, precondition }))
    return written(question, 'Question deleted successfully')
  })

  serve(app, restoreQuestionEndpoint, { onSend: tagReply }, async (request, reply) => {
    const actor = principalOf(request).id
    const question = await db.transaction().execute((trx) => restoreQuestion(trx, request.params.id, actor))
    reply.shownVersion = question.version
    return written(question, 'Question restored successfully')
  })
}

const written = (question: StoredQuestion, message: string) => ({
  success: true as const,
  data: renderFull(question),
  message,
})
