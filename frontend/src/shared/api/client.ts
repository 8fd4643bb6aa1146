import { REQUEST_TIMEOUT, RETRY } from '../constants.ts'
import { ApiError, errorOf } from './api-error.ts'
import { traceCall } from './call-traces.ts'

export type Query = Record<string, string | number | boolean | undefined>

export interface CallOptions {
  query?: Query
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
  timeout?: number
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Calls of one side of the product. The session travels in httpOnly cookies; the header says whose cookie counts,
 * since an admin may be signed in as a learner too.
 */
function createApi(area: 'learner' | 'admin') {
  async function send(method: Method, path: string, options: CallOptions): Promise<Response> {
    const headers = new Headers(options.headers)
    if (area === 'admin') headers.set('x-rehearse-area', 'admin')
    if (options.body !== undefined) headers.set('content-type', 'application/json')
    const timeout = AbortSignal.timeout(options.timeout ?? REQUEST_TIMEOUT)
    const answered = traceCall(method, path, headers)
    try {
      const response = await fetch(withQuery(path, options.query), {
        method,
        headers,
        credentials: 'same-origin',
        body: options.body === undefined ? null : JSON.stringify(options.body),
        signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
      })
      answered(response)
      return response
    } catch (cause) {
      if (options.signal?.aborted) throw cause
      throw timeout.aborted
        ? new ApiError({ status: 0, code: 'timeout', message: 'The server took too long to answer.', cause })
        : new ApiError({ status: 0, code: 'unreachable', message: 'The server could not be reached.', cause })
    }
  }

  async function answer(method: Method, path: string, options: CallOptions = {}): Promise<Response> {
    let response = await send(method, path, options)
    if (response.status === 401 && area === 'learner' && needsSession(path) && (await refreshSession())) {
      await discard(response)
      response = await send(method, path, options)
    }
    if (!response.ok) throw await errorOf(response)
    return response
  }

  const call = async <Reply>(method: Method, path: string, options?: CallOptions): Promise<Reply> =>
    (await answer(method, path, options)).json()

  return {
    get: <Reply>(path: string, options?: CallOptions) => call<Reply>('GET', path, options),
    post: <Reply>(path: string, options?: CallOptions) => call<Reply>('POST', path, options),
    put: <Reply>(path: string, options?: CallOptions) => call<Reply>('PUT', path, options),
    patch: <Reply>(path: string, options?: CallOptions) => call<Reply>('PATCH', path, options),
    delete: <Reply>(path: string, options?: CallOptions) => call<Reply>('DELETE', path, options),
    /** A file, whole. */
    file: async (path: string, options?: CallOptions) => (await answer('GET', path, options)).blob(),
  }
}

export const learnerApi = createApi('learner')
export const adminApi = createApi('admin')

/** A refused sign-in is an answer; everywhere else a 401 may only mean that the token has run out. */
const needsSession = (path: string) => path === '/api/auth/me' || !path.startsWith('/api/auth/')

let refreshing: Promise<boolean> | undefined

/** Trades the refresh cookie for a new token. Calls that come meanwhile share the one exchange. */
export function refreshSession(): Promise<boolean> {
  refreshing ??= exchange().finally(() => {
    refreshing = undefined
  })
  return refreshing
}

/** Tried again while the server is away; a refusal is final. */
async function exchange(attempt = 1): Promise<boolean> {
  const response = await fetch('/api/auth/refresh', {
    method: 'POST',
    credentials: 'same-origin',
    signal: AbortSignal.timeout(REQUEST_TIMEOUT),
  }).catch(() => null)
  if (response) await discard(response)
  const isAway = response === null || response.status >= 500
  if (!isAway || attempt === RETRY.attempts) return response?.ok ?? false
  await new Promise((resolve) => setTimeout(resolve, RETRY.delay * attempt))
  return exchange(attempt + 1)
}

/** A body that nobody reads would hold its connection. */
const discard = async (response: Response) => response.body?.cancel()

function withQuery(path: string, query: Query = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value))
  }
  return search.size === 0 ? path : `${path}?${search}`
}
