import { ADMIN_TOKEN_TTL, cookieNames, LEARNER_TOKEN_TTL, REFRESH_TOKEN_TTL } from '@rehearse/contracts'
import type { FastifyReply, FastifyRequest } from 'fastify'

interface TokenCookie {
  name: string
  sameSite: 'lax' | 'strict'
  path: string
  /** Seconds. */
  maxAge: number
  /** Readable by scripts: it holds no secret. */
  readable?: boolean
}

const learnerCookie: TokenCookie = {
  name: cookieNames.learner,
  // Lax, so that learners who follow a link from another site are signed in.
  sameSite: 'lax',
  path: '/',
  maxAge: LEARNER_TOKEN_TTL,
}
const refreshCookie: TokenCookie = {
  name: cookieNames.refresh,
  sameSite: 'strict',
  // Sent only where it's used.
  path: '/api/auth',
  maxAge: REFRESH_TOKEN_TTL,
}
/** Tells the page whether to request the profile, so that visitors don't cause a 401. */
const signedInCookie: TokenCookie = {
  name: cookieNames.signedIn,
  sameSite: 'lax',
  path: '/',
  maxAge: REFRESH_TOKEN_TTL,
  readable: true,
}
const adminCookie: TokenCookie = {
  name: cookieNames.admin,
  sameSite: 'strict',
  path: '/',
  maxAge: ADMIN_TOKEN_TTL,
}

/** Sets the cookies with the access and refresh tokens of a browser. */
export function setLearnerCookies(
  reply: FastifyReply,
  tokens: { token: string; refreshToken: string },
): void {
  set(reply, learnerCookie, tokens.token)
  set(reply, refreshCookie, tokens.refreshToken)
  set(reply, signedInCookie, '1')
}

/** @param maxAge seconds until the token expires */
export function setLearnerTokenCookie(reply: FastifyReply, token: string, maxAge: number): void {
  set(reply, { ...learnerCookie, maxAge }, token)
}

export function clearLearnerCookies(reply: FastifyReply): void {
  clearHttpCache(reply)
  clear(reply, learnerCookie)
  clear(reply, refreshCookie)
  clear(reply, signedInCookie)
}

export const setAdminCookie = (reply: FastifyReply, token: string): void => set(reply, adminCookie, token)

export function clearAdminCookie(reply: FastifyReply): void {
  clearHttpCache(reply)
  clear(reply, adminCookie)
}

/** Clears only the HTTP cache: the storage also holds the theme, the language and other accounts' answers to sync. */
const clearHttpCache = (reply: FastifyReply) => reply.header('clear-site-data', '"cache"')

export const refreshTokenOf = (request: FastifyRequest): string | undefined =>
  request.cookies[cookieNames.refresh] || undefined

function set(reply: FastifyReply, { name, readable = false, ...options }: TokenCookie, value: string): void {
  reply.setCookie(name, value, { ...options, httpOnly: !readable, secure: isHttps(reply.request) })
}

function clear(reply: FastifyReply, { name, sameSite, path, readable = false }: TokenCookie): void {
  reply.clearCookie(name, { path, sameSite, httpOnly: !readable, secure: isHttps(reply.request) })
}

/** As reported by the gateway, which knows whether TLS was used. */
export const isHttps = (request: FastifyRequest): boolean => request.headers['x-forwarded-proto'] === 'https'
