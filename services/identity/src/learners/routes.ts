import {
  BODY_LIMIT,
  changePasswordInput,
  forgotPasswordInput,
  loginInput,
  meReply,
  messageReply,
  preferencesInput,
  preferencesReply,
  profileInput,
  profileReply,
  registerInput,
  resetPasswordInput,
  signedInReply,
} from '@rehearse/contracts'
import { type App, principalOf } from '@rehearse/service-kit'
import { turnOf } from '../limits/install-attempt-limits.ts'
import type { PasswordHasher } from '../passwords/password-hasher.ts'
import { setLearnerCookies } from '../sessions/cookies.ts'
import { deviceOf } from '../sessions/device.ts'
import { allowMissingBody } from '../sessions/routes.ts'
import type { Db } from '../tables.ts'
import { changePassword, forgotPassword, resetPassword } from './password.ts'
import { changePreferences, changeProfile, profileOfLearner } from './profile.ts'
import { findPreferences } from './repository.ts'
import {
  learnerOfSession,
  logIn,
  register,
  type SignedInLearner,
  type SignInDependencies,
} from './sign-in.ts'

const tags = ['Identity']

/** Learners' own accounts: registration, sign-in, profile, preferences, password. */
export function learnerRoutes(app: App, dependencies: SignInDependencies): void {
  signInRoutes(app, dependencies)
  profileRoutes(app, dependencies)
  passwordRoutes(app, dependencies)
}

function signInRoutes(app: App, dependencies: SignInDependencies): void {
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

function profileRoutes(app: App, { db }: { db: Db }): void {
  app.get(
    '/api/users/me',
    {
      config: { access: 'learner' },
      schema: { tags, summary: 'One’s own profile', response: { 200: profileReply } },
    },
    async (request) => {
      const uid = principalOf(request).id
      return { success: true as const, user: await profileOfLearner(db, uid) }
    },
  )

  app.patch(
    '/api/users/me',
    {
      config: { access: 'learner' },
      preValidation: allowMissingBody,
      schema: {
        tags,
        summary: 'Change one’s own profile; what is left out stays',
        body: profileInput,
        response: { 200: profileReply },
      },
    },
    async (request) => {
      const uid = principalOf(request).id
      await changeProfile(db, uid, request.body)
      return { success: true as const, user: await profileOfLearner(db, uid) }
    },
  )

  app.get(
    '/api/users/me/preferences',
    {
      config: { access: 'learner' },
      schema: { tags, summary: 'One’s own preferences', response: { 200: preferencesReply } },
    },
    async (request) => {
      const uid = principalOf(request).id
      return { success: true as const, preferences: await findPreferences(db, uid) }
    },
  )

  app.put(
    '/api/users/me/preferences',
    {
      config: { access: 'learner' },
      bodyLimit: BODY_LIMIT,
      preValidation: allowMissingBody,
      schema: {
        tags,
        summary: 'Replace one’s own preferences; what is left out goes back to its default',
        body: preferencesInput,
        response: { 200: preferencesReply },
      },
    },
    async (request) => {
      const uid = principalOf(request).id
      const preferences = await db
        .transaction()
        .execute((trx) => changePreferences(trx, uid, () => request.body))
      return { success: true as const, preferences }
    },
  )
}

function passwordRoutes(app: App, dependencies: { db: Db; passwords: PasswordHasher }): void {
  app.post(
    '/api/auth/password/forgot',
    {
      config: { access: 'anyone', counts: 'mailed-step' },
      schema: {
        tags,
        summary: 'Have a link mailed by which a new password can be set',
        body: forgotPasswordInput,
        response: { 200: messageReply },
      },
    },
    async (request) => {
      await forgotPassword(dependencies.db, request.body.email)
      return {
        success: true as const,
        message: 'If there is an account with this address, a link is on its way to it',
      }
    },
  )

  app.post(
    '/api/auth/password/reset',
    {
      config: { access: 'anyone', counts: 'mailed-step' },
      schema: {
        tags,
        summary: 'Set a new password by a mailed link; ends all sessions',
        body: resetPasswordInput,
        response: { 200: messageReply },
      },
    },
    async (request) => {
      request.provenAccount = await resetPassword(dependencies, request.body, turnOf(request))
      return { success: true as const, message: 'Password changed' }
    },
  )

  app.post(
    '/api/users/me/password',
    {
      config: { access: 'learner', counts: 'password-check' },
      schema: {
        tags,
        summary: 'Change the password; ends all other sessions',
        body: changePasswordInput,
        response: { 200: messageReply },
      },
    },
    async (request) => {
      const caller = principalOf(request)
      request.provenAccount = await changePassword(dependencies, caller, request.body, turnOf(request))
      return { success: true as const, message: 'Password changed' }
    },
  )
}
