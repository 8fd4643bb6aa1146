import { messageReply, refreshedReply, setCookieInput } from '@rehearse/contracts'
import type { App, TokenVerifier } from '@rehearse/service-kit'
import type { TokenIssuer } from '../keys/token-issuer.ts'
import type { Db } from '../tables.ts'
import { acceptLearnerToken } from './accept-learner-token.ts'
import { bodyMayBeMissing } from './body-may-be-missing.ts'
import { clearLearnerCookies, refreshTokenOf, setLearnerCookies, setLearnerTokenCookie } from './cookies.ts'
import { signOut } from './end-session.ts'
import { refreshSession } from './refresh-session.ts'
import type { SuccessorOf } from './refresh-token.ts'
import { authenticationRequired } from './refusals.ts'

const tags = ['Identity']

export interface SessionRouteDependencies {
  db: Db
  tokens: TokenIssuer
  successorOf: SuccessorOf
  verifier: TokenVerifier
}

export function sessionRoutes(app: App, dependencies: SessionRouteDependencies): void {
  app.post(
    '/api/auth/refresh',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'Exchange the refresh cookie for new tokens',
        response: { 200: refreshedReply },
      },
    },
    async (request, reply) => {
      const presented = refreshTokenOf(request)
      if (presented === undefined) throw authenticationRequired()
      const { token, refreshToken, expiresAt } = await refreshSession(dependencies, presented)
      setLearnerCookies(reply, { token, refreshToken })
      return { success: true as const, token, expiresAt: expiresAt.toISOString() }
    },
  )

  app.post(
    '/api/auth/logout',
    {
      config: { access: 'anyone' },
      schema: { tags, summary: 'Sign out, on this device', response: { 200: messageReply } },
    },
    async (request, reply) => {
      await signOut(dependencies.db, {
        sessionId: request.principal?.sessionId,
        refreshToken: refreshTokenOf(request),
      })
      clearLearnerCookies(reply)
      return { success: true as const, message: 'Signed out' }
    },
  )

  app.post(
    '/api/auth/set-cookie',
    {
      config: { access: 'anyone' },
      preValidation: bodyMayBeMissing,
      schema: {
        tags,
        summary: 'Keep a token as cookie',
        body: setCookieInput,
        response: { 200: messageReply },
      },
    },
    async (request, reply) => {
      const { token, secondsLeft } = await acceptLearnerToken(dependencies, request.body.token)
      setLearnerTokenCookie(reply, token, secondsLeft)
      return { success: true as const, message: 'Cookie set' }
    },
  )

  app.post(
    '/api/auth/clear-cookie',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'Forget the cookies; the session goes on',
        response: { 200: messageReply },
      },
    },
    async (_request, reply) => {
      clearLearnerCookies(reply)
      return { success: true as const, message: 'Cookie cleared' }
    },
  )
}
