import { ADMIN_TOKEN_TTL, cookieNames, LEARNER_TOKEN_TTL, REFRESH_TOKEN_TTL } from '@rehearse/contracts'
import type { FastifyReply, FastifyRequest } from 'fastify'

interface TokenCookie {
  name: string
  sameSite: 'lax' | 'strict'
  path: string
  /** Seconds. */
  maxAge: number
  /** Holds no secret, so the page's script may read it. */
  readable?: boolean
}

const learnerCookie: TokenCookie = {
  name: cookieNames.learner,
  // Lax: who follows a link from elsewhere to a page of ours is signed in there.
  sameSite: 'lax',
  path: '/',
  maxAge: LEARNER_TOKEN_TTL,
}
const refreshCookie: TokenCookie = {
  name: cookieNames.refresh,
  sameSite: 'strict',
  // It goes along only to where it is used.
  path: '/api/auth',
  maxAge: REFRESH_TOKEN_TTL,
}
/** Without it a visitor's page would have to ask who they are only to be refused. */
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

/** The pair that keeps a browser signed in. */
export function setLearnerCookies(
  reply: FastifyReply,
  tokens: { token: string; refreshToken: string },
): void {
  set(reply, learnerCookie, tokens.token)
  set(reply, refreshCookie, tokens.refreshToken)
  set(reply, signedInCookie, '1')
}

/** @param maxAge seconds until the token ends */
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

/** The cache alone: the storage also holds the theme, the language and another account's answers to sync. */
const clearHttpCache = (reply: FastifyReply) => reply.header('clear-site-data', '"cache"')

export const refreshTokenOf = (request: FastifyRequest): string | undefined =>
  request.cookies[cookieNames.refresh] || undefined

function set(reply: FastifyReply, { name, readable = false, ...options }: TokenCookie, value: string): void {
  reply.setCookie(name, value, { ...options, httpOnly: !readable, secure: cameOverHttps(reply.request) })
}

function clear(reply: FastifyReply, { name, sameSite, path, readable = false }: TokenCookie): void {
  reply.clearCookie(name, { path, sameSite, httpOnly: !readable, secure: cameOverHttps(reply.request) })
}

/** The gateway says so; TLS ends there or before it. */
export const cameOverHttps = (request: FastifyRequest): boolean =>
  request.headers['x-forwarded-proto'] === 'https'
