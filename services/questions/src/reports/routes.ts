import {
  coverageReply,
  DomainError,
  ownReportListQuery,
  ownReportListReply,
  paginate,
  questionStatsReply,
  repeatableHeaders,
  reportedReply,
  reportInput,
  reportListQuery,
  reportListReply,
  settledReportReply,
  settleReportInput,
} from '@rehearse/contracts'
import { type App, principalOf } from '@rehearse/service-kit'
import { tagReply } from '../edits/etag.ts'
import { idempotentWrite, withIdempotency } from '../edits/idempotency-repository.ts'
import { findVisibleQuestion } from '../questions/read-question.ts'
import { questionParams } from '../questions/schemas.ts'
import type { Db } from '../tables.ts'
import { readCoverage, readStats } from './queries.ts'
import { readReports, reportExists, settleReport, storeReport } from './report-repository.ts'

const tags = ['questions']

/** Reports by learners, and what the bank counts. */
export function reportRoutes(app: App, db: Db): void {
  questionReportRoutes(app, db)
  statsRoute(app, db)
  coverageRoute(app, db)
}

/** Learners report what is wrong with a question; admins see it and settle it. */
function questionReportRoutes(app: App, db: Db): void {
  app.post(
    '/api/questions/unified/:id/reports',
    {
      config: { access: 'learner' },
      schema: {
        tags,
        summary: 'Say what is wrong with a question; said again, it replaces the open report',
        params: questionParams,
        body: reportInput,
        response: { 200: reportedReply },
      },
    },
    async (request) => {
      const question = await findVisibleQuestion(db, request.params.id, request.principal)
      const data = await storeReport(db, question, principalOf(request).id, request.body)
      return { success: true as const, data, message: 'Thank you, the report was received' }
    },
  )

  app.get(
    '/api/questions/reports',
    {
      config: { access: 'learner' },
      schema: {
        tags,
        summary: 'What I have reported, newest first, and what came of it',
        querystring: ownReportListQuery,
        response: { 200: ownReportListReply },
      },
    },
    async (request) => {
      const { page, pageSize } = request.query
      const span = { limit: pageSize, offset: (page - 1) * pageSize }
      const { reports, totalCount } = await readReports(db, { by: principalOf(request).id }, span)
      return { success: true as const, data: reports, pagination: paginate(page, pageSize, totalCount) }
    },
  )

  app.get(
    '/api/admin/reports/questions',
    {
      config: { access: 'admin' },
      schema: {
        tags,
        summary: 'What learners have reported, newest first',
        querystring: reportListQuery,
        response: { 200: reportListReply },
      },
    },
    async (request) => {
      const { page, pageSize, state } = request.query
      const span = { limit: pageSize, offset: (page - 1) * pageSize }
      const { reports, totalCount } = await readReports(db, { state }, span)
      return { success: true as const, data: reports, pagination: paginate(page, pageSize, totalCount) }
    },
  )

  app.patch(
    '/api/admin/reports/questions/:id',
    {
      config: { access: 'admin' },
      schema: {
        tags,
        summary: 'Settle a report',
        params: questionParams,
        headers: repeatableHeaders,
        body: settleReportInput,
        response: { 200: settledReportReply },
      },
    },
    async (request) => {
      const { id } = request.params
      return withIdempotency(db, idempotentWrite(request, ['settle report', id]), async (trx) => {
        const data = await settleReport(trx, id, principalOf(request).id, request.body)
        if (data === undefined) throw (await reportExists(trx, id)) ? alreadySettled() : reportNotFound()
        return { success: true as const, data, message: `Report ${data.state}` }
      })
    },
  )
}

function coverageRoute(app: App, db: Db): void {
  app.get(
    '/api/admin/reports/coverage',
    {
      config: { access: 'admin' },
      schema: {
        tags,
        summary: 'What each learning path has for learners, and what it lacks',
        response: { 200: coverageReply },
      },
    },
    async () => {
      const data = await readCoverage(db)
      return { success: true as const, data, count: data.length }
    },
  )
}

function statsRoute(app: App, db: Db): void {
  app.get(
    '/api/questions/stats',
    {
      config: { access: 'anyone' },
      onSend: tagReply,
      schema: { tags, summary: 'Figures of the bank', response: { 200: questionStatsReply } },
    },
    async () => ({ success: true as const, data: await readStats(db) }),
  )
}

const reportNotFound = () =>
  new DomainError({ kind: 'not-found', code: 'report_not_found', message: 'Report not found' })

const alreadySettled = () =>
  new DomainError({ kind: 'conflict', code: 'report_settled', message: 'This report is settled already' })
