import type { GoodCaller, GoodTokens } from './callers.ts'
import { ownLearningSession, ownNote, ownSession } from './own-things.ts'

/**
 * What a call is tried with, and what those get who may make it. Left out: one with parameters names what isn't there
 * (404), another read succeeds (200), and another write comes with an empty body (400).
 */
export interface Sample {
  query?: string
  body?: object
  /** For all who may enter, or for some of them. Whoever may not gets 401 or 403, and has no row here. */
  status?: number | Readonly<Partial<Record<GoodCaller, number>>>
  /** Values for the path's parameters, made anew for each door: something of the learner's own. */
  params?: (tokens: GoodTokens) => Promise<Record<string, string>>
  /** It ends the caller's session, so each comes with one of their own. */
  endsSession?: true
}

const usual: Sample = {}
/** It asks for nothing that could be missing. */
const done: Sample = { status: 200 }
/** What is missing from the body, or the query, is told before what the path names is looked for. */
const refused: Sample = { status: 400 }

/** It names something of the first learner's. */
const onlyOwn = { learner: 200, otherLearner: 404 } as const

/** The rows of a catalogue that admins edit. */
const edited = (path: string): Record<string, Sample> => ({
  [`POST ${path}`]: usual,
  [`PUT ${path}/:id`]: usual,
  [`DELETE ${path}/:id`]: usual,
})
/** The same, of a list whose order admins decide. */
const ordered = (path: string): Record<string, Sample> => ({ ...edited(path), [`POST ${path}/order`]: usual })
const library = (path: string): Record<string, Sample> => ({
  [`GET ${path}`]: usual,
  [`GET ${path}/:id`]: usual,
})

/** A row for every call of the gateway's table; one that is missing fails the matrix. */
export const samples: Readonly<Record<string, Sample>> = {
  'POST /api/auth/register': usual,
  'POST /api/auth/login': usual,
  // It asks for the refresh cookie, and looks at nothing else.
  'POST /api/auth/refresh': { status: 401 },
  'POST /api/auth/logout': { status: 200, endsSession: true },
  'POST /api/auth/set-cookie': usual,
  'POST /api/auth/clear-cookie': done,
  'GET /api/auth/me': usual,
  'GET /api/auth/providers': usual,
  'GET /api/auth/sessions': usual,
  'DELETE /api/auth/sessions': done,
  'DELETE /api/auth/sessions/:id': {
    params: ownSession,
    status: onlyOwn,
    endsSession: true,
  },
  'POST /api/admin/auth': usual,
  'GET /api/admin/auth': usual,
  'DELETE /api/admin/auth': { status: 200, endsSession: true },
  'POST /api/admin/auth/password': usual,
  'POST /api/admin/auth/password/reset': usual,
  'GET /api/admin/auth/totp': usual,
  'POST /api/admin/auth/totp': usual,
  'DELETE /api/admin/auth/totp': refused,
  'POST /api/admin/auth/totp/confirm': usual,
  'POST /api/admin/auth/totp/recovery-codes': usual,
  'GET /api/admin/admins': usual,
  'POST /api/admin/admins': usual,
  'PATCH /api/admin/admins/:id': usual,
  'POST /api/admin/admins/:id/password-reset': refused,
  'GET /api/admin/users': usual,
  'GET /api/admin/users/:uid': usual,
  'PATCH /api/admin/users/:uid': { body: { disabled: false } },
  'GET /api/admin/users/:uid/export': usual,
  'DELETE /api/admin/users/:uid': refused,
  'GET /api/admin/signing-keys': usual,
  'POST /api/admin/signing-keys': done,
  'GET /.well-known/jwks.json': usual,
  // No provider has the sample's name.
  'GET /api/auth/oauth/:provider': usual,
  'GET /api/auth/oauth/:provider/callback': usual,
  'POST /api/auth/password/forgot': usual,
  'POST /api/auth/password/reset': usual,
  'POST /api/auth/email/verification': done,
  'POST /api/auth/email/verify': usual,
  'POST /api/auth/email/confirm': usual,
  'POST /api/users/me/password': usual,
  'POST /api/users/me/email': usual,
  // To the page that asks; only the answer there looks at the token.
  'GET /api/unsubscribe/:token': { status: 303 },
  'POST /api/unsubscribe/:token': refused,
  'GET /api/users/me': usual,
  'PATCH /api/users/me': done,
  'DELETE /api/users/me': usual,
  'GET /api/users/me/export': usual,
  'POST /api/users/me/erasure-code': done,
  'GET /api/privacy/receipts/:id': usual,
  'GET /api/users/me/preferences': usual,
  'PUT /api/users/me/preferences': done,
  'GET /api/users/me/push-subscriptions': usual,
  'POST /api/users/me/push-subscriptions': usual,
  'DELETE /api/users/me/push-subscriptions': usual,

  'GET /api/questions/unified': usual,
  'POST /api/questions/unified': usual,
  'GET /api/questions/unified/search': { query: 'search=closure' },
  'GET /api/questions/unified/:id': usual,
  'PUT /api/questions/unified/:id': usual,
  'DELETE /api/questions/unified/:id': usual,
  'POST /api/questions/unified/:id/check': refused,
  'POST /api/questions/unified/:id/restore': usual,
  'GET /api/questions/unified/:id/history': usual,
  'POST /api/questions/unified/bulk': usual,
  'DELETE /api/questions/bulk/:batchId': usual,
  'POST /api/questions/unified/:id/reports': refused,
  'GET /api/admin/backup': { query: 'action=stats' },
  'POST /api/admin/backup': usual,
  'DELETE /api/admin/backup': usual,
  'POST /api/admin/backup/sections': done,
  'POST /api/admin/backup/restore': usual,
  'GET /api/admin/backup/download': refused,
  'GET /api/admin/reports/questions': usual,
  'PATCH /api/admin/reports/questions/:id': refused,
  'GET /api/admin/reports/coverage': usual,
  'GET /api/questions/reports': usual,
  'POST /api/questions/import': usual,
  'GET /api/questions/imports': usual,
  'GET /api/questions/imports/:batchId': usual,
  'DELETE /api/questions/imports/:batchId': usual,
  'GET /api/questions/export': usual,
  'GET /api/questions/stats': usual,
  'GET /api/questions/learning-paths': usual,
  'GET /api/questions/:learningPathId': usual,
  'GET /api/learning-paths': usual,
  'GET /api/categories': usual,
  'GET /api/topics': usual,
  'GET /api/sections': usual,
  ...ordered('/api/learning-paths'),
  ...edited('/api/categories'),
  ...edited('/api/topics'),
  ...ordered('/api/sections'),
  ...catalogue('/api/guided-learning/plans'),
  ...catalogue('/api/challenges'),
  ...catalogue('/api/resources'),
  ...catalogue('/api/guides'),
  ...catalogue('/api/question-bank'),
  ...catalogue('/api/articles'),
  ...catalogue('/api/cheatsheets'),
  ...catalogue('/api/jobs'),
  'GET /api/resources/issues': usual,
  'GET /api/interviews/interviewer': usual,
  'POST /api/interviews/follow-ups': usual,
  'POST /api/interviews/assessments': usual,
  'POST /api/guided-learning/plans/check': done,
  ...library('/api/badges'),
  'GET /api/features': usual,
  'GET /api/features/planned': usual,
  'GET /api/features/:id': usual,

  'POST /api/progress/save': usual,
  'POST /api/progress/save/batch': usual,
  'GET /api/progress/get': usual,
  'GET /api/progress/dashboard': usual,
  'GET /api/progress/history': usual,
  'GET /api/progress/stream': usual,
  'GET /api/progress/mistakes': usual,
  'GET /api/progress/analytics': usual,
  'GET /api/progress/challenges': usual,
  'POST /api/progress/challenges': usual,
  'POST /api/progress/challenges/:challengeId/give-up': usual,
  'POST /api/progress/paths/:pathId/sections/:sectionId/complete': usual,
  'GET /api/progress/certificates': usual,
  'PUT /api/progress/certificates/:code': refused,
  'GET /api/certificates/:code': usual,
  'GET /api/progress/plans': usual,
  'POST /api/progress/plans': usual,
  'PUT /api/progress/plans/:planId': refused,
  // No plan is no plan to remove.
  'DELETE /api/progress/plans/:planId': done,
  'POST /api/progress/plans/:planId/start': usual,
  'POST /api/progress/plans/:planId/pause': usual,
  'POST /api/progress/plans/:planId/reset': usual,
  'POST /api/progress/reset': usual,
  'GET /api/progress/reviews': usual,
  'POST /api/progress/reviews/:questionId': refused,
  'GET /api/progress/notices': usual,
  // No figure has the sample's name.
  'GET /api/progress/explain/:figure': refused,
  'GET /api/admin/progress/overview': usual,
  // One who has done nothing stands at zero.
  'GET /api/admin/progress/learners/:uid': done,
  'GET /api/admin/progress/learners/:uid/events': done,
  'GET /api/admin/progress/questions': usual,
  'GET /api/admin/progress/questions/:id/statistics': usual,
  'POST /api/admin/progress/questions/:id/regrade': refused,
  'POST /api/progress/sessions': usual,
  'GET /api/progress/sessions': usual,
  'GET /api/progress/sessions/:sessionId': { params: ownLearningSession, status: onlyOwn },
  'PATCH /api/progress/sessions/:sessionId': { params: ownLearningSession, status: onlyOwn },
  ...besideQuestions('/api/progress/bookmarks'),
  ...besideQuestions('/api/progress/notes', refused),
  'GET /api/progress/notes/:questionId': { params: ownNote, status: onlyOwn },

  // It asks for a form.
  'POST /api/audio/upload': { status: 415 },
  'DELETE /api/audio/upload': usual,
  'GET /api/audio/:questionId/:type/:name': usual,
  'GET /api/health': usual,
  'GET /api/admin/platform': usual,
  'GET /api/admin/stream': usual,
  'GET /api/runner': usual,
  'POST /api/traces': usual,
  'GET /api/openapi.json': usual,
  'GET /api/docs': usual,
  'GET /api/docs/:file': usual,
}

function catalogue(path: string): Record<string, Sample> {
  return { ...library(path), ...ordered(path) }
}

function besideQuestions(path: string, put = usual): Record<string, Sample> {
  return {
    [`GET ${path}`]: usual,
    [`GET ${path}/:questionId`]: usual,
    [`PUT ${path}/:questionId`]: put,
    // Nothing kept is nothing to take away.
    [`DELETE ${path}/:questionId`]: done,
  }
}
