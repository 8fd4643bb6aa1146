import { randomUUID } from 'node:crypto'
import { cookieNames, type ErrorReply, type Preferences, type Profile, type User } from '@rehearse/contracts'
import type { App } from '@rehearse/service-kit'

/** The fields of response bodies that tests read. */
interface Body extends Partial<Omit<ErrorReply, 'success'>> {
  success?: boolean
  token?: string
  expiresAt?: string
  message?: string
  user?: User & Partial<Profile>
  preferences?: Preferences
  publicKey?: string | null
  admin?: Record<string, unknown>
  mustEnroll?: true
  providers?: string[]
  keys?: Record<string, string>[]
  /** One item or a list, depending on the call. */
  data?: unknown
  count?: number
  ended?: number
  pagination?: Record<string, unknown>
}

export interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  body?: unknown
  bearer?: string | undefined
  refreshCookie?: string | undefined
  headers?: Record<string, string>
}

/** Sends a request as the gateway would: with a bearer token, and with the refresh cookie. */
export async function call(app: App, url: string, options: Call = {}) {
  const { body, bearer, refreshCookie } = options
  const reply = await app.inject({
    url,
    method: options.method ?? (body === undefined ? 'GET' : 'POST'),
    ...(body !== undefined && { payload: body as object }),
    ...(refreshCookie !== undefined && { cookies: { [cookieNames.refresh]: refreshCookie } }),
    headers: { ...options.headers, ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }) },
  })
  const cookies = reply.cookies as { name: string; value: string; maxAge?: number }[]
  return {
    status: reply.statusCode,
    headers: reply.headers,
    body: reply.json<Body>(),
    cookies,
    cookie: (name: string) => cookies.find((cookie) => cookie.name === name),
  }
}

export const newEmail = (): string => `learner-${randomUUID()}@example.com`

export interface TestLearner {
  uid: string
  email: string
  password: string
  token: string
  refreshToken: string
}

/** Signs up a new learner for this test. */
export async function registerLearner(app: App): Promise<TestLearner> {
  const [email, password] = [newEmail(), 'secret1']
  const reply = await call(app, '/api/auth/register', {
    body: { email, password, confirmPassword: password, name: 'Ann Example' },
  })
  const { user, token } = reply.body
  const refreshToken = reply.cookie(cookieNames.refresh)?.value
  if (!user || !token || !refreshToken) throw new Error(`could not register: ${reply.status}`)
  return { uid: user.uid, email, password, token, refreshToken }
}

/** Sends a refresh token as the browser does, and returns the new tokens. */
export async function refreshTokens(app: App, refreshCookie: string) {
  const reply = await call(app, '/api/auth/refresh', { method: 'POST', refreshCookie })
  return { ...reply, token: reply.body.token, refreshToken: reply.cookie(cookieNames.refresh)?.value ?? '' }
}
