import { loginInput, meReply, registerInput, signedInReply } from '@rehearse/contracts'
import { type App, principalOf } from '@rehearse/service-kit'
import { turnOf } from '../limits/install-attempt-limits.ts'
import { setLearnerCookies } from '../sessions/cookies.ts'
import { deviceOf } from '../sessions/device.ts'
import { learnerOfSession } from './learner-of-session.ts'
import { logIn } from './log-in.ts'
import type { SignedInLearner, SignInDependencies } from './open-session.ts'
import { register } from './register.ts'

const tags = ['Identity']

export function learnerRoutes(app: App, dependencies: SignInDependencies): void {
  app.post(
    '/api/auth/register',
    {
      config: { access: 'anyone', counts: 'registration' },
      schema: {
        tags,
        summary: 'Make an account and sign in',
        body: registerInput,
        response: { 201: signedInReply },
      },
    },
    async (request, reply) => {
      const signedIn = await register(dependencies, request.body, deviceOf(request), turnOf(request))
      request.provenAccount = signedIn.account
      setLearnerCookies(reply, signedIn)
      return reply.code(201).send(replyOf(signedIn))
    },
  )

  app.post(
    '/api/auth/login',
    {
      config: { access: 'anyone', counts: 'learner-sign-in' },
      schema: { tags, summary: 'Sign in', body: loginInput, response: { 200: signedInReply } },
    },
    async (request, reply) => {
      const signedIn = await logIn(dependencies, request.body, deviceOf(request), turnOf(request))
      request.provenAccount = signedIn.account
      setLearnerCookies(reply, signedIn)
      return replyOf(signedIn)
    },
  )

  app.get(
    '/api/auth/me',
    {
      config: { access: 'learner' },
      schema: { tags, summary: 'Who is signed in', response: { 200: meReply } },
    },
    async (request) => ({
      success: true as const,
      user: await learnerOfSession(dependencies.db, principalOf(request)),
    }),
  )
}

const replyOf = ({ user, token, expiresAt }: SignedInLearner) => ({
  success: true as const,
  user,
  token,
  expiresAt: expiresAt.toISOString(),
})
