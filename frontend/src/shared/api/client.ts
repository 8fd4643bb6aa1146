import type { MeasuredCall, TraceReport } from '@rehearse/contracts'
import { REQUEST_TIMEOUT, RETRY, TRACE_REPORT } from '../constants.ts'
import { newId } from '../new-id.ts'
import { ApiError, errorOf } from './api-error.ts'
import type { BodyOf, EndpointOf, QueryOf, ReplyOf } from './endpoint-types.ts'

/** A measured call that isn't reported yet, with its start by the page's clock. */
type Measured = Omit<MeasuredCall, 'startedAgo'> & { startedAt: number }

/** Whether the server traces calls: known once a response carries a trace. Until then the page starts none. */
let isWanted = false
let measured: Measured[] = []
let waiting: ReturnType<typeof setTimeout> | undefined

/**
 * Starts the trace of a call if the server traces calls. The server decides whether the trace is recorded; if it is,
 * the page reports its own measurement.
 * @param headers the request headers, which get a `traceparent`
 * @returns a function to call with the response
 */
function traceCall(
  method: MeasuredCall['method'],
  path: string,
  headers: Headers,
): (reply: Response) => void {
  const startedAt = performance.now()
  const traceId = isWanted ? hexId() : ''
  const traceparent = `00-${traceId}-${traceId && hexId().slice(16)}-01`
  if (isWanted) headers.set('traceparent', traceparent)
  return (reply) => {
    const trace = /traceparent;desc="00-(\w+)-\w+-(\d+)"/.exec(reply.headers.get('server-timing') ?? '')
    if (trace === null) return
    isWanted = true
    const [, id, flags] = trace
    if (id !== traceId || flags !== '01') return
    keep({
      traceparent,
      method,
      path,
      status: reply.status,
      startedAt,
      duration: performance.now() - startedAt,
    })
  }
}

/** The second half is random: a trace uses the whole id, a span the second half. */
const hexId = () => newId().replaceAll('-', '')

function keep(call: Measured): void {
  addEventListener('pagehide', report)
  if (measured.push(call) >= TRACE_REPORT.calls) report()
  else waiting ??= setTimeout(report, TRACE_REPORT.delay)
}

/** Sent in the background: if it fails, only measurements are lost. */
function report(): void {
  clearTimeout(waiting)
  waiting = undefined
  if (measured.length === 0) return
  const now = performance.now()
  const calls = measured.map(({ startedAt, ...call }) => ({ ...call, startedAgo: now - startedAt }))
  measured = []
  const body: TraceReport = { calls }
  navigator.sendBeacon('/api/traces', new Blob([JSON.stringify(body)], { type: 'application/json' }))
}

export type Query = Record<string, string | number | boolean | undefined>

export interface CallOptions {
  query?: Query
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
  timeout?: number
}

/** The options of a declared call. */
type OptionsOf<Declared> = Omit<CallOptions, 'query' | 'body'> & {
  query?: QueryOf<Declared>
  body?: BodyOf<Declared>
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * The API client of one area. The session is in httpOnly cookies; a header names the area whose cookie counts, since
 * an admin may be signed in as a learner too.
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

  /** A call whose response type follows from its declaration in contracts. */
  const declared =
    <Verb extends Method>(method: Verb) =>
    <const Path extends string>(
      path: [EndpointOf<Verb, Path>] extends [never] ? never : Path,
      options?: OptionsOf<EndpointOf<Verb, Path>>,
    ): Promise<ReplyOf<EndpointOf<Verb, Path>>> =>
      call(method, path, options as CallOptions)

  return {
    get: declared('GET'),
    post: declared('POST'),
    put: declared('PUT'),
    patch: declared('PATCH'),
    delete: declared('DELETE'),
    /** For a path known only at run time. */
    call,
    /** A whole file. */
    file: async (path: string, options?: CallOptions) => (await answer('GET', path, options)).blob(),
  }
}

export const learnerApi = createApi('learner')
export const adminApi = createApi('admin')

/** On a sign-in call, 401 means rejected credentials; everywhere else it may mean an expired token. */
const needsSession = (path: string) => path === '/api/auth/me' || !path.startsWith('/api/auth/')

let refreshing: Promise<boolean> | undefined

/** Exchanges the refresh cookie for a new token. Concurrent calls share one exchange. */
export function refreshSession(): Promise<boolean> {
  refreshing ??= exchange().finally(() => {
    refreshing = undefined
  })
  return refreshing
}

/** Retried while the server is unavailable; a rejection is final. */
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

/** An unread body would hold its connection. */
const discard = async (response: Response) => response.body?.cancel()

function withQuery(path: string, query: Query = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value))
  }
  return search.size === 0 ? path : `${path}?${search}`
}
