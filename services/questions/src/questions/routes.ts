import {
  checkInput,
  checkReply,
  pageQuery,
  paginate,
  questionHistoryReply,
  questionListQuery,
  questionListReply,
  questionOneReply,
} from '@rehearse/contracts'
import type { App } from '@rehearse/service-kit'
import type { Translations } from '../content/translations.ts'
import { tagReply } from '../edits/etag.ts'
import { BankFigures } from '../listing/bank-figures.ts'
import { listQuestions } from '../listing/list-questions.ts'
import type { Db } from '../tables.ts'
import { checkAnswer } from './check-answer.ts'
import type { StoredQuestion } from './question.ts'
import { type QuestionView, render, seesEverything, viewFor } from './question-view.ts'
import { readHistory } from './read-history.ts'
import { findVisibleQuestion } from './read-question.ts'
import { questionParams } from './schemas.ts'

const tags = ['questions']

/** Reading questions, and trying an answer without an account. */
export function questionReadRoutes(app: App, db: Db, translations: Translations): void {
  const bank = new BankFigures(db)
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
