import type { MeasuredCall, TraceReport } from '@rehearse/contracts'
import { REQUEST_TIMEOUT, RETRY, TRACE_REPORT } from '../constants.ts'
import { newId } from '../new-id.ts'
import { ApiError, errorOf } from './api-error.ts'
import type { BodyOf, EndpointOf, QueryOf, ReplyOf } from './endpoint-types.ts'

/** What was measured and is not reported yet; when it began by the page's own clock. */
type Measured = Omit<MeasuredCall, 'startedAgo'> & { startedAt: number }

/** Whether the server has said where in which trace a reply of its is: until then a page knows nothing of traces. */
let isWanted = false
let measured: Measured[] = []
let waiting: ReturnType<typeof setTimeout> | undefined

/**
 * Begins the trace of a call, where the server wants that. Whether the trace is recorded is the server's decision; if it
 * is, what the page measured is reported.
 * @param headers those of the call, which get its place in the trace
 * @returns to be told of the reply
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
    const told = /traceparent;desc="00-(\w+)-\w+-(\d+)"/.exec(reply.headers.get('server-timing') ?? '')
    if (told === null) return
    isWanted = true
    const [, id, flags] = told
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

/** Random in its second half: a trace's id as a whole, and a span's by that half. */
const hexId = () => newId().replaceAll('-', '')

function keep(call: Measured): void {
  addEventListener('pagehide', report)
  if (measured.push(call) >= TRACE_REPORT.calls) report()
  else waiting ??= setTimeout(report, TRACE_REPORT.delay)
}

/** Nobody waits for it, and nothing but a measurement is lost with it. */
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

/** What goes with a declared call. */
type OptionsOf<Declared> = Omit<CallOptions, 'query' | 'body'> & {
  query?: QueryOf<Declared>
  body?: BodyOf<Declared>
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

  /** A call whose reply is known from the declaration of its path in contracts. */
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
    /** For a path that is only known at run time. */
    call,
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
