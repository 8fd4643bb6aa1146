import { vi } from 'vitest'

export interface Call {
  method: string
  path: string
  query: URLSearchParams
  headers: Headers
  body: unknown
}

type Answer = (call: Call) => unknown | Response | Promise<unknown>

/** What every admin page also asks for: comments, who else is there, and notifications. By default there are none. */
const besides = /^\/api\/admin\/(comments|presence|notifications)\b/
const nothing = {
  success: true,
  data: [],
  content: { title: '', parts: [] },
  open: 0,
  unread: 0,
  pagination: { page: 1, pageSize: 20, totalCount: 0, totalPages: 0, hasNext: false, hasPrev: false },
}

/** Responds to calls by `METHOD /path`, with 404 for all others. The returned list has every call, in order. */
export function fakeNetwork(answers: Record<string, Answer>): Call[] {
  const calls: Call[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, 'http://test')
    const call: Call = {
      method: init.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    }
    const answer = answers[`${call.method} ${call.path}`]
    if (!answer && besides.test(call.path)) return Response.json(nothing)
    calls.push(call)
    if (!answer) return errorResponse(404, 'Not found')
    const response = await answer(call)
    return response instanceof Response ? response : Response.json(response)
  })
  return calls
}

export const errorResponse = (status: number, error: string, more: object = {}) =>
  Response.json({ success: false, error, code: 'refused', requestId: 'test', ...more }, { status })
