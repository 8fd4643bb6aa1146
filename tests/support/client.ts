import { randomUUID } from 'node:crypto'
import type { ErrorReply } from '@rehearse/contracts'
import { expect, inject } from 'vitest'
import './platform.ts'

export interface Reply<Body> {
  status: number
  body: Body
  headers: Headers
}

export interface CallOptions {
  method?: string
  /** Sent as JSON; strings and forms unchanged. */
  body?: unknown
  headers?: Record<string, string>
}

export type Call = <Body = ErrorReply & Record<string, unknown>>(
  path: string,
  options?: CallOptions,
) => Promise<Reply<Body>>

const { url, admin } = inject('platform')

/** Calls the gateway with this token, or as a visitor. */
export function caller(token?: string): Call {
  return async (path, { method, body, headers = {} } = {}) => {
    const asIs = typeof body === 'string' || body instanceof FormData || body instanceof Uint8Array
    const reply = await fetch(`${url}${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: asIs ? body : JSON.stringify(body) }),
    })
    const text = await reply.text()
    const isJson = reply.headers.get('content-type')?.includes('json')
    return { status: reply.status, body: isJson ? JSON.parse(text) : text, headers: reply.headers }
  }
}

export const visitor = caller()

export interface Learner {
  uid: string
  email: string
  password: string
  token: string
  call: Call
}

/** A learner who has just signed up. */
export async function newLearner(): Promise<Learner> {
  const email = `learner-${randomUUID()}@rehearse.test`
  const password = 'learning by doing'
  const { status, body } = await visitor<{ user: { uid: string }; token: string }>('/api/auth/register', {
    body: { email, password, confirmPassword: password, name: 'Ada Lovelace' },
  })
  if (status !== 201) throw new Error(`sign-up returned ${status}: ${JSON.stringify(body)}`)
  return { uid: body.user.uid, email, password, token: body.token, call: caller(body.token) }
}

let signedIn: { file: string | undefined; call: Promise<Call> } | undefined

/** The first super admin, signed in once per file. */
export function superAdmin(): Promise<Call> {
  const file = expect.getState().testPath
  if (signedIn === undefined || signedIn.file !== file) {
    const reply = visitor<{ admin: { token: string } }>('/api/admin/auth', { body: admin })
    signedIn = { file, call: reply.then(({ body }) => caller(body.admin.token)) }
  }
  return signedIn.call
}
