import {
  DomainError,
  getCoverage,
  getQuestionStats,
  listOwnReports,
  listReports,
  paginate,
  reportQuestion,
  settleReport as settleReportEndpoint,
} from '@rehearse/contracts'
import { type App, idempotentWrite, principalOf, serve, withIdempotency } from '@rehearse/service-kit'
import { tagReply } from '../edits/etag.ts'
import { findVisibleQuestion } from '../questions/read-question.ts'
import type { Db } from '../tables.ts'
import { readCoverage, readStats } from './queries.ts'
import { readReports, reportExists, settleReport, storeReport } from './report-repository.ts'

/** Routes of learners' reports and of the bank's statistics. */
export function reportRoutes(app: App, db: Db): void {
  questionReportRoutes(app, db)
  statsRoute(app, db)
  coverageRoute(app, db)
}

/** Routes on which learners report problems with questions, and admins list and resolve the reports. */
function questionReportRoutes(app: App, db: Db): void {
  serve(app, reportQuestion, async (request) => {
    const question = await findVisibleQuestion(db, request.params.id, request.principal)
    const data = await storeReport(db, question, principalOf(request).id, request.body)
    return { success: true as const, data, message: 'Thank you, the report was received' }
  })

  serve(app, listOwnReports, async (request) => {
    const { page, pageSize } = request.query
    const span = { limit: pageSize, offset: (page - 1) * pageSize }
    const { reports, totalCount } = await readReports(db, { by: principalOf(request).id }, span)
    return { success: true as const, data: reports, pagination: paginate(page, pageSize, totalCount) }
  })

  serve(app, listReports, async (request) => {
    const { page, pageSize, state } = request.query
    const span = { limit: pageSize, offset: (page - 1) * pageSize }
    const { reports, totalCount } = await readReports(db, { state }, span)
    return { success: true as const, data: reports, pagination: paginate(page, pageSize, totalCount) }
  })

  serve(app, settleReportEndpoint, async (request) => {
    const { id } = request.params
    return withIdempotency(db, idempotentWrite(request, ['settle report', id]), async (trx) => {
      const data = await settleReport(trx, id, principalOf(request).id, request.body)
      if (data === undefined) throw (await reportExists(trx, id)) ? alreadySettled() : reportNotFound()
      return { success: true as const, data, message: `Report ${data.state}` }
    })
  })
}

function coverageRoute(app: App, db: Db): void {
  serve(app, getCoverage, async () => {
    const data = await readCoverage(db)
    return { success: true as const, data, count: data.length }
  })
}

function statsRoute(app: App, db: Db): void {
  serve(app, getQuestionStats, { onSend: tagReply }, async () => ({
    success: true as const,
    data: await readStats(db),
  }))
}

const reportNotFound = () =>
  new DomainError({ kind: 'not-found', code: 'report_not_found', message: 'Report not found' })

const alreadySettled = () =>
  new DomainError({ kind: 'conflict', code: 'report_settled', message: 'This report is settled already' })
