import type { IncomingHttpHeaders } from 'node:http'
import { request } from 'undici'

export interface CallOptions {
  method?: string
  headers?: Record<string, string>
  bearer?: string
  /** Sent as JSON unless it is text or bytes. */
  body?: unknown
}

export interface Reply {
  status: number
  headers: IncomingHttpHeaders
  text: string
  body: { [field: string]: unknown }
}

/** Sends one request with exactly the given headers: `fetch` would not let us forge an origin. */
export async function call(url: string, options: CallOptions = {}): Promise<Reply> {
  const json =
    options.body !== undefined && typeof options.body !== 'string' && !Buffer.isBuffer(options.body)
  const reply = await request(url, {
    method: (options.method ?? 'GET') as 'GET',
    headers: {
      ...(json && { 'content-type': 'application/json' }),
      ...(options.bearer !== undefined && { authorization: `Bearer ${options.bearer}` }),
      ...options.headers,
    },
    ...(options.body !== undefined && {
      body: json ? JSON.stringify(options.body) : (options.body as string),
    }),
  })
  const text = await reply.body.text()
  const isJson = String(reply.headers['content-type']).includes('json') && text !== ''
  return { status: reply.statusCode, headers: reply.headers, text, body: isJson ? JSON.parse(text) : {} }
}
