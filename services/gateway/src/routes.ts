import {
  type Access,
  BODY_LIMIT,
  IMPORT_BODY_LIMIT,
  IMPORT_VALUES_MAX,
  SMALL_BODY_LIMIT,
  UPLOAD_BODY_LIMIT,
} from '@rehearse/contracts'

export type Upstream = 'identity' | 'questions' | 'progress' | 'media'
export const upstreamNames: readonly Upstream[] = ['identity', 'questions', 'progress', 'media']

/** Classes of rate limits that rows name; `SIGNIN` and `REGISTER` are counted by identity, for all replicas alike. */
export type RouteLimit =
  | 'SIGNIN'
  | 'REGISTER'
  | 'READ'
  | 'WRITE'
  | 'ANSWERS'
  | 'IMPORT'
  | 'UPLOAD'
  | 'INTERVIEW'
  | 'TRACES'

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  /** Who answers: a service behind us, or the gateway itself. */
  upstream: Upstream | 'gateway'
  access: Access
  limit: RouteLimit
  /** Bytes that a body may have; 16 KB unless the largest valid one comes near that. */
  bodyLimit: number
  /** Values that a JSON body may have; 50,000 unless said. */
  jsonValues?: number
  /** Held until it is complete, so that it can be sent again; or passed on as it comes, since it may be long. */
  body: 'buffered' | 'streamed'
  /** A stream that stays open: it has a connection of its own and takes no part of what the service may have at a time. */
  live?: true
  /** The body is a batch, and each element of it counts against the limit as a request would. */
  batchOf?: 'answers'
  /** Seconds that the upstream may take to begin its reply; the configured ones unless said. */
  timeout?: number
  /**
   * `revalidate`: the browser may keep the reply and asks each time whether it still holds. `until-changed`: we keep a
   * visitor's as well, until the service that answers tells of a change. Else nobody keeps anything.
   */
  cache?: 'revalidate' | 'until-changed'
  /** The token is passed on unread, because what is wrong with it is told in the upstream's own words. */
  tokenReadBy?: 'upstream'
}

type Row = readonly [
  method: Route['method'],
  path: string,
  access: Route['access'],
  limit: RouteLimit,
  rest?: Partial<
    Pick<Route, 'bodyLimit' | 'jsonValues' | 'timeout' | 'cache' | 'live' | 'tokenReadBy' | 'batchOf'>
  >,
]

const revalidate = { cache: 'revalidate' } as const
/** For what depends on nothing but what events tell every change of: questions, places and the library. */
const untilChanged = { cache: 'until-changed' } as const
const large = { bodyLimit: BODY_LIMIT } as const
/** What admins edit and everybody reads: the rows beside its list. */
const edited = (path: string, rest: Row[4] = {}): Row[] => [
  ['POST', path, 'admin', 'WRITE', rest],
  ['PUT', `${path}/:id`, 'admin', 'WRITE', rest],
  ['DELETE', `${path}/:id`, 'admin', 'WRITE'],
]
/** The same, of a list whose order admins decide. */
const ordered = (path: string, rest: Row[4] = {}): Row[] => [
  ...edited(path, rest),
  ['POST', `${path}/order`, 'admin', 'WRITE', large],
]
/** A catalogue of documents, read whole or one at a time. */
const library = (path: string): Row[] => [
  ['GET', path, 'anyone', 'READ', untilChanged],
  ['GET', `${path}/:id`, 'anyone', 'READ', untilChanged],
]
/** What a learner keeps beside questions. */
const ownBeside = (path: string, rest: Row[4] = {}): Row[] => [
  ['GET', path, 'learner', 'READ'],
  ['GET', `${path}/:questionId`, 'learner', 'READ'],
  ['PUT', `${path}/:questionId`, 'learner', 'WRITE', rest],
  ['DELETE', `${path}/:questionId`, 'learner', 'WRITE'],
]
const bulk = { bodyLimit: IMPORT_BODY_LIMIT, timeout: 120 }

const table: Readonly<Record<Route['upstream'], readonly Row[]>> = {
  identity: [
    ['POST', '/api/auth/register', 'anyone', 'REGISTER'],
    ['POST', '/api/auth/login', 'anyone', 'SIGNIN'],
    ['POST', '/api/auth/refresh', 'anyone', 'WRITE'],
    ['POST', '/api/auth/logout', 'anyone', 'WRITE'],
    ['POST', '/api/auth/set-cookie', 'anyone', 'WRITE'],
    ['POST', '/api/auth/clear-cookie', 'anyone', 'WRITE'],
    ['GET', '/api/auth/me', 'learner', 'READ'],
    ['GET', '/api/auth/providers', 'anyone', 'READ', revalidate],
    ['GET', '/api/auth/oauth/:provider', 'anyone', 'WRITE'],
    ['GET', '/api/auth/oauth/:provider/callback', 'anyone', 'WRITE'],
    ['POST', '/api/auth/password/forgot', 'anyone', 'REGISTER'],
    ['POST', '/api/auth/password/reset', 'anyone', 'REGISTER'],
    ['POST', '/api/auth/email/verify', 'anyone', 'REGISTER'],
    ['POST', '/api/auth/email/verification', 'learner', 'REGISTER'],
    ['POST', '/api/auth/email/confirm', 'learner', 'REGISTER'],
    ['POST', '/api/users/me/password', 'learner', 'REGISTER'],
    ['POST', '/api/users/me/email', 'learner', 'REGISTER'],
    ['GET', '/api/unsubscribe/:token', 'anyone', 'READ'],
    ['POST', '/api/unsubscribe/:token', 'anyone', 'WRITE'],
    ['GET', '/api/users/me', 'learner', 'READ'],
    ['PATCH', '/api/users/me', 'learner', 'WRITE'],
    ['GET', '/api/users/me/preferences', 'learner', 'READ'],
    ['PUT', '/api/users/me/preferences', 'learner', 'WRITE', large],
    ['GET', '/api/users/me/push-subscriptions', 'learner', 'READ'],
    ['POST', '/api/users/me/push-subscriptions', 'learner', 'WRITE'],
    ['DELETE', '/api/users/me/push-subscriptions', 'learner', 'WRITE'],
    ['GET', '/api/users/me/export', 'learner', 'IMPORT', { timeout: 120 }],
    ['DELETE', '/api/users/me', 'learner', 'WRITE'],
    ['POST', '/api/users/me/erasure-code', 'learner', 'REGISTER'],
    ['GET', '/api/privacy/receipts/:id', 'anyone', 'READ'],
    ['GET', '/api/admin/users/:uid/export', 'admin', 'IMPORT', { timeout: 120 }],
    ['DELETE', '/api/admin/users/:uid', 'admin', 'WRITE'],
    ['POST', '/api/admin/auth', 'anyone', 'SIGNIN'],
    ['GET', '/api/admin/auth', 'admin', 'READ', { tokenReadBy: 'upstream' }],
    ['DELETE', '/api/admin/auth', 'admin-enrollment', 'WRITE', { tokenReadBy: 'upstream' }],
    ['POST', '/api/admin/auth/password', 'admin', 'REGISTER'],
    ['POST', '/api/admin/auth/password/reset', 'anyone', 'REGISTER'],
    ['GET', '/api/admin/auth/totp', 'admin-enrollment', 'READ'],
    ['POST', '/api/admin/auth/totp', 'admin-enrollment', 'REGISTER'],
    ['DELETE', '/api/admin/auth/totp', 'admin', 'REGISTER'],
    ['POST', '/api/admin/auth/totp/confirm', 'admin-enrollment', 'REGISTER'],
    ['POST', '/api/admin/auth/totp/recovery-codes', 'admin', 'REGISTER'],
    ['GET', '/api/auth/sessions', 'learner', 'READ'],
    ['DELETE', '/api/auth/sessions', 'learner', 'WRITE'],
    ['DELETE', '/api/auth/sessions/:id', 'learner', 'WRITE'],
    ['GET', '/api/admin/admins', 'super_admin', 'READ'],
    ['POST', '/api/admin/admins', 'super_admin', 'WRITE'],
    ['PATCH', '/api/admin/admins/:id', 'super_admin', 'WRITE'],
    ['POST', '/api/admin/admins/:id/password-reset', 'super_admin', 'REGISTER'],
    ['GET', '/api/admin/users', 'admin', 'READ'],
    ['GET', '/api/admin/users/:uid', 'admin', 'READ'],
    ['PATCH', '/api/admin/users/:uid', 'admin', 'WRITE'],
    ['GET', '/api/admin/signing-keys', 'super_admin', 'READ'],
    ['POST', '/api/admin/signing-keys', 'super_admin', 'WRITE'],
    ['GET', '/.well-known/jwks.json', 'anyone', 'READ', revalidate],
  ],
  questions: [
    ['GET', '/api/questions/unified', 'anyone', 'READ', untilChanged],
    ['POST', '/api/questions/unified', 'admin', 'WRITE', { ...bulk, jsonValues: IMPORT_VALUES_MAX }],
    ['GET', '/api/questions/unified/search', 'anyone', 'READ', untilChanged],
    ['GET', '/api/questions/unified/:id', 'anyone', 'READ', untilChanged],
    ['PUT', '/api/questions/unified/:id', 'admin', 'WRITE', large],
    ['DELETE', '/api/questions/unified/:id', 'admin', 'WRITE'],
    ['POST', '/api/questions/unified/:id/check', 'anyone', 'WRITE'],
    ['POST', '/api/questions/unified/:id/restore', 'admin', 'WRITE'],
    ['GET', '/api/questions/unified/:id/history', 'admin', 'READ'],
    ['POST', '/api/questions/unified/bulk', 'admin', 'WRITE', { ...large, timeout: 120 }],
    ['DELETE', '/api/questions/bulk/:batchId', 'admin', 'WRITE', { timeout: 120 }],
    ['POST', '/api/questions/unified/:id/reports', 'learner', 'WRITE'],
    ['GET', '/api/admin/backup', 'admin', 'READ'],
    ['POST', '/api/admin/backup', 'admin', 'WRITE', large],
    ['DELETE', '/api/admin/backup', 'admin', 'WRITE'],
    ['POST', '/api/admin/backup/sections', 'admin', 'WRITE', { timeout: 120 }],
    ['POST', '/api/admin/backup/restore', 'admin', 'IMPORT', bulk],
    ['GET', '/api/admin/backup/download', 'admin', 'READ'],
    ['GET', '/api/admin/reports/questions', 'admin', 'READ'],
    ['PATCH', '/api/admin/reports/questions/:id', 'admin', 'WRITE'],
    ['GET', '/api/admin/reports/coverage', 'admin', 'READ'],
    ['GET', '/api/questions/reports', 'learner', 'READ'],
    ['POST', '/api/questions/import', 'admin', 'IMPORT', bulk],
    ['GET', '/api/questions/imports', 'admin', 'READ'],
    ['GET', '/api/questions/imports/:batchId', 'admin', 'READ'],
    ['DELETE', '/api/questions/imports/:batchId', 'admin', 'WRITE', { timeout: 120 }],
    ['GET', '/api/questions/export', 'admin', 'IMPORT', { timeout: 120 }],
    ['GET', '/api/questions/stats', 'anyone', 'READ', untilChanged],
    ['GET', '/api/questions/learning-paths', 'anyone', 'READ', untilChanged],
    ['GET', '/api/questions/:learningPathId', 'anyone', 'READ', untilChanged],
    ['GET', '/api/learning-paths', 'anyone', 'READ', untilChanged],
    ['GET', '/api/categories', 'anyone', 'READ', untilChanged],
    ['GET', '/api/topics', 'anyone', 'READ', untilChanged],
    ['GET', '/api/sections', 'anyone', 'READ', untilChanged],
    ...ordered('/api/learning-paths', large),
    ...edited('/api/categories'),
    ...edited('/api/topics'),
    ...ordered('/api/sections'),
    ...[
      '/api/guided-learning/plans',
      '/api/challenges',
      '/api/resources',
      '/api/guides',
      '/api/question-bank',
      '/api/articles',
      '/api/cheatsheets',
      '/api/jobs',
    ].flatMap((path) => [...library(path), ...ordered(path, large)]),
    ['POST', '/api/guided-learning/plans/check', 'admin', 'READ', large],
    ['GET', '/api/resources/issues', 'anyone', 'READ', revalidate],
    ['GET', '/api/interviews/interviewer', 'anyone', 'READ', revalidate],
    ['POST', '/api/interviews/follow-ups', 'learner', 'INTERVIEW', { ...large, timeout: 120 }],
    ['POST', '/api/interviews/assessments', 'learner', 'INTERVIEW', { ...large, timeout: 120 }],
    ...library('/api/badges'),
    ['GET', '/api/features', 'admin', 'READ', revalidate],
    ['GET', '/api/features/planned', 'anyone', 'READ', revalidate],
    ['GET', '/api/features/:id', 'admin', 'READ', revalidate],
  ],
  progress: [
    ['POST', '/api/progress/save', 'learner', 'ANSWERS'],
    ['POST', '/api/progress/save/batch', 'learner', 'ANSWERS', { ...large, batchOf: 'answers' }],
    ['GET', '/api/progress/get', 'learner', 'READ'],
    ['GET', '/api/progress/stream', 'learner', 'READ', { live: true }],
    ['GET', '/api/progress/dashboard', 'learner', 'READ'],
    ['GET', '/api/progress/history', 'learner', 'READ'],
    ['GET', '/api/progress/mistakes', 'learner', 'READ'],
    ['GET', '/api/progress/analytics', 'learner', 'READ'],
    ['GET', '/api/progress/challenges', 'learner', 'READ'],
    ['POST', '/api/progress/challenges', 'learner', 'WRITE', large],
    ['POST', '/api/progress/challenges/:challengeId/give-up', 'learner', 'WRITE'],
    ['POST', '/api/progress/paths/:pathId/sections/:sectionId/complete', 'learner', 'WRITE'],
    ['GET', '/api/progress/certificates', 'learner', 'READ'],
    ['PUT', '/api/progress/certificates/:code', 'learner', 'WRITE'],
    ['GET', '/api/certificates/:code', 'anyone', 'READ'],
    ['GET', '/api/progress/plans', 'learner', 'READ'],
    ['POST', '/api/progress/plans', 'learner', 'WRITE', large],
    ['PUT', '/api/progress/plans/:planId', 'learner', 'WRITE', large],
    ['DELETE', '/api/progress/plans/:planId', 'learner', 'WRITE'],
    ['POST', '/api/progress/plans/:planId/start', 'learner', 'WRITE'],
    ['POST', '/api/progress/plans/:planId/pause', 'learner', 'WRITE'],
    ['POST', '/api/progress/plans/:planId/reset', 'learner', 'WRITE'],
    ['POST', '/api/progress/reset', 'learner', 'WRITE'],
    ['GET', '/api/progress/reviews', 'learner', 'READ'],
    ['POST', '/api/progress/reviews/:questionId', 'learner', 'WRITE'],
    ['GET', '/api/progress/notices', 'learner', 'READ'],
    ['GET', '/api/progress/explain/:figure', 'learner', 'READ'],
    ['GET', '/api/admin/progress/overview', 'admin', 'READ'],
    ['GET', '/api/admin/progress/learners/:uid', 'admin', 'READ'],
    ['GET', '/api/admin/progress/learners/:uid/events', 'admin', 'READ'],
    ['GET', '/api/admin/progress/questions', 'admin', 'READ'],
    ['GET', '/api/admin/progress/questions/:id/statistics', 'admin', 'READ'],
    ['POST', '/api/admin/progress/questions/:id/regrade', 'admin', 'WRITE'],
    ['POST', '/api/progress/sessions', 'learner', 'WRITE'],
    ['GET', '/api/progress/sessions', 'learner', 'READ'],
    ['GET', '/api/progress/sessions/:sessionId', 'learner', 'READ'],
    ['PATCH', '/api/progress/sessions/:sessionId', 'learner', 'WRITE'],
    ...ownBeside('/api/progress/bookmarks'),
    ...ownBeside('/api/progress/notes', large),
  ],
  media: [
    ['POST', '/api/audio/upload', 'admin', 'UPLOAD', { bodyLimit: UPLOAD_BODY_LIMIT, timeout: 120 }],
    ['DELETE', '/api/audio/upload', 'admin', 'WRITE'],
    ['GET', '/api/audio/:questionId/:type/:name', 'anyone', 'READ'],
  ],
  gateway: [
    ['GET', '/api/health', 'anyone', 'READ'],
    ['GET', '/api/admin/platform', 'admin', 'READ'],
    ['GET', '/api/admin/stream', 'admin', 'READ', { live: true }],
    ['GET', '/api/runner', 'anyone', 'READ', revalidate],
    ['POST', '/api/traces', 'anyone', 'TRACES'],
    ['GET', '/api/openapi.json', 'anyone', 'READ', revalidate],
    ['GET', '/api/docs', 'anyone', 'READ', revalidate],
    ['GET', '/api/docs/:file', 'anyone', 'READ', revalidate],
  ],
}

/** Every path and method that exists: the source of the proxy's rules, of who may enter, and of the documentation. */
export const routes: readonly Route[] = Object.entries(table).flatMap(([upstream, rows]) =>
  rows.map(
    ([method, path, access, limit, rest]): Route => ({
      method,
      path,
      upstream: upstream as Route['upstream'],
      access,
      limit,
      bodyLimit: SMALL_BODY_LIMIT,
      body: (rest?.bodyLimit ?? 0) > BODY_LIMIT ? 'streamed' : 'buffered',
      ...rest,
    }),
  ),
)

/** The row of a path that the gateway answers itself. */
export function ownRoute(method: Route['method'], path: string): Route {
  const route = routes.find((row) => row.upstream === 'gateway' && row.method === method && row.path === path)
  if (route === undefined) throw new Error(`${method} ${path} is not in the table`)
  return route
}
