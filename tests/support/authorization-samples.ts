import type { Endpoint } from '@rehearse/contracts'
import { endpoints } from '@rehearse/contracts/endpoints'
import type { ValidCaller, ValidTokens } from './callers.ts'
import { ownLearningSession, ownNote, ownSession } from './own-things.ts'

/** A request to an endpoint, and the status that callers with access get. */
export interface Sample {
  query: string
  body: object | undefined
  /** For all callers with access, or for some of them; others get 401 or 403. */
  status: number | Readonly<Partial<Record<ValidCaller, number>>>
  /** The path's parameters, created for each gateway or service: entities of the learner's own. */
  params?: (tokens: ValidTokens) => Promise<Record<string, string>>
  /** It ends the caller's session, so each call has a new one. */
  endsSession?: true
}

/** An id of nothing. */
export const missingId = '00000000-0000-4000-8000-000000000000'

/** For an entity of the first learner, which the other one can't access. */
const onlyOwn = { learner: 200, otherLearner: 404 } as const

/** Endpoints whose status doesn't follow from the declaration, or whose request has to name something that exists. */
const exceptions: Readonly<Record<string, Partial<Sample>>> = {
  // The service requires one of several fields, which the schema leaves optional.
  'POST /api/admin/auth': { status: 400 },
  'POST /api/auth/set-cookie': { status: 400 },
  'POST /api/admin/backup': { status: 400 },
  'GET /api/admin/backup/download': { status: 400 },
  'POST /api/admin/backup/restore': { status: 400 },
  'POST /api/learning-paths': { status: 400 },
  'POST /api/unsubscribe/:token': { status: 400 },
  // It requires the refresh cookie.
  'POST /api/auth/refresh': { status: 401 },
  'POST /api/auth/logout': { endsSession: true },
  'DELETE /api/admin/auth': { endsSession: true },
  'DELETE /api/auth/sessions/:id': { params: ownSession, status: onlyOwn, endsSession: true },
  'PATCH /api/admin/users/:uid': { body: { disabled: false }, status: 404 },
  // It redirects to a page; only the form there checks the token.
  'GET /api/unsubscribe/:token': { status: 303 },
  // A learner without any events has zeros.
  'GET /api/admin/progress/learners/:uid': { status: 200 },
  'GET /api/admin/progress/learners/:uid/events': { status: 200 },
  // Removing what isn't there succeeds.
  'DELETE /api/progress/bookmarks/:questionId': { status: 200 },
  'DELETE /api/progress/mock-interviews/:id': { status: 200 },
  'DELETE /api/progress/unfinished-sessions/:id': { status: 200 },
  'DELETE /api/progress/notes/:questionId': { status: 200 },
  'DELETE /api/progress/plans/:planId': { status: 200 },
  'GET /api/progress/notes/:questionId': { params: ownNote, status: onlyOwn },
  'GET /api/progress/sessions/:sessionId': { params: ownLearningSession, status: onlyOwn },
  'PATCH /api/progress/sessions/:sessionId': { params: ownLearningSession, status: onlyOwn },
  // A feed needs an interview date.
  'POST /api/progress/interview/calendar': { status: 409 },
  'GET /api/audio/:questionId/:type/:name': { status: 404 },
  'GET /api/images/:id': { status: 404 },
  // They require a form.
  'POST /api/audio/upload': { status: 415 },
  'POST /api/images': { status: 415 },
}

/** The sample of an endpoint: its example, an unknown id and an empty body. */
export function sampleOf(endpoint: Endpoint): Sample {
  const { example, method } = endpoint
  const sample = {
    query: new URLSearchParams(example?.query).toString(),
    body: method === 'GET' || method === 'DELETE' ? undefined : {},
  }
  return { ...sample, status: usualStatus(endpoint, sample.body), ...exceptions[nameOf(endpoint)] }
}

export const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string => `${method} ${path}`

/** Exceptions for endpoints that no longer exist. */
export const staleExceptions = Object.keys(exceptions).filter(
  (name) => !endpoints.some((endpoint) => nameOf(endpoint) === name),
)

/** Input is validated before the entity in the path is looked up. */
function usualStatus({ path, params, query, body, response, example }: Endpoint, sent: unknown): number {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as string)
  const missing = Object.fromEntries(names.map((name) => [name, missingId]))
  const isInvalid =
    params?.safeParse(missing).success === false ||
    query?.safeParse(example?.query ?? {}).success === false ||
    body?.safeParse(sent).success === false
  if (isInvalid) return 400
  return names.length > 0 ? 404 : Number(Object.keys(response ?? { 200: null })[0])
}
