import { z } from 'zod'
import { longText, pageQuery, pagination, repeatableHeaders, success, timestamp, uuid } from '../common.ts'
import { TEXT_MAX } from '../constants.ts'
import { endpoint } from '../endpoint.ts'
import { questionParams } from './question.ts'

export const reportReason = z.enum(['wrong-answer', 'unclear', 'typo', 'outdated', 'duplicate', 'other'])
export const reportState = z.enum(['open', 'resolved', 'dismissed'])

/** POST /api/questions/unified/{id}/reports */
export const reportInput = z.object({
  reason: reportReason,
  text: longText(TEXT_MAX.report)
    .trim()
    .refine((text) => text !== '', 'must not be empty'),
})
export type ReportInput = z.infer<typeof reportInput>

export const questionReport = z.object({
  id: uuid,
  questionId: uuid,
  /** Its current title; null once it is deleted. */
  questionTitle: z.string().nullable(),
  /** The newest version when the report was made. */
  questionVersion: z.int(),
  reportedBy: z.string(),
  reason: reportReason,
  text: z.string(),
  state: reportState,
  answer: z.string().nullable(),
  settledBy: z.string().nullable(),
  settledAt: timestamp.nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
})
export type QuestionReport = z.infer<typeof questionReport>

/** The part of it that the reporting learner sees. */
export const reportedReply = success({
  data: questionReport.pick({ id: true, questionId: true, reason: true, text: true, state: true }),
  message: z.string(),
})

/** GET /api/questions/reports: a learner's reports, newest first, with their results. */
export const ownReport = questionReport.omit({ reportedBy: true, settledBy: true }).meta({ id: 'OwnReport' })
export type OwnReport = z.infer<typeof ownReport>
export const ownReportListQuery = pageQuery
export const ownReportListReply = success({ data: z.array(ownReport), pagination })

/** GET /api/admin/reports/questions: newest first. */
export const reportListQuery = z.object({ ...pageQuery.shape, state: reportState.optional() })
export const reportListReply = success({ data: z.array(questionReport), pagination })

/** PATCH /api/admin/reports/questions/{id} */
export const settleReportInput = z.object({
  state: z.enum(['resolved', 'dismissed']),
  answer: longText(TEXT_MAX.report).trim().default(''),
})
export type SettleReportInput = z.infer<typeof settleReportInput>
export const settledReportReply = success({ data: questionReport, message: z.string() })

/** A learning path's content for learners, and its gaps. */
export const pathCoverage = z
  .object({
    pathId: z.string(),
    title: z.string(),
    /** Questions that learners see, and hidden ones: inactive or not approved. */
    open: z.int(),
    waiting: z.int(),
    /** The visible questions by difficulty. */
    byDifficulty: z.object({ beginner: z.int(), intermediate: z.int(), advanced: z.int() }),
    topics: z.int(),
    withoutExplanation: z.int(),
    withAudio: z.int(),
    /** The path's categories without a visible question. */
    missingCategories: z.array(z.string()),
    /** Unresolved reports on its questions. */
    openReports: z.int(),
  })
  .meta({ id: 'PathCoverage' })
export type PathCoverage = z.infer<typeof pathCoverage>

/** GET /api/admin/reports/coverage: paths in their order. */
export const coverageReply = success({ data: z.array(pathCoverage), count: z.int() })

export const reportQuestion = endpoint({
  method: 'POST',
  path: '/api/questions/unified/:id/reports',
  service: 'questions',
  access: 'learner',
  summary: 'Report a problem with a question; replaces your open report',
  params: questionParams,
  body: reportInput,
  response: { 200: reportedReply },
})

export const listOwnReports = endpoint({
  method: 'GET',
  path: '/api/questions/reports',
  service: 'questions',
  access: 'learner',
  summary: 'List your reports with their results, newest first',
  query: ownReportListQuery,
  response: { 200: ownReportListReply },
})

export const listReports = endpoint({
  method: 'GET',
  path: '/api/admin/reports/questions',
  service: 'questions',
  access: 'admin',
  summary: 'List learners’ reports, newest first',
  query: reportListQuery,
  response: { 200: reportListReply },
})

export const settleReport = endpoint({
  method: 'PATCH',
  path: '/api/admin/reports/questions/:id',
  service: 'questions',
  access: 'admin',
  summary: 'Resolve or dismiss a report',
  headers: repeatableHeaders,
  params: questionParams,
  body: settleReportInput,
  response: { 200: settledReportReply },
})

export const getCoverage = endpoint({
  method: 'GET',
  path: '/api/admin/reports/coverage',
  service: 'questions',
  access: 'admin',
  summary: 'Get the contents of each learning path and what it lacks',
  response: { 200: coverageReply },
})
