import {
  changePassword as changePasswordEndpoint,
  forgotPassword as forgotPasswordEndpoint,
  getCurrentLearner,
  getPreferences,
  getProfile,
  logIn as logInEndpoint,
  registerLearner,
  replacePreferences,
  requestSignInLink,
  resetPassword as resetPasswordEndpoint,
  signInByLink as signInByLinkEndpoint,
  updateProfile,
} from '@rehearse/contracts'
import { type App, principalOf, serve } from '@rehearse/service-kit'
import { hashQueueKeyOf } from '../limits/install-attempt-limits.ts'
import type { PasswordHasher } from '../passwords/password-hasher.ts'
import { setLearnerCookies } from '../sessions/cookies.ts'
import { deviceOf } from '../sessions/device.ts'
import { recordSessionUse } from '../sessions/repository.ts'
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
import { mailSignInLink, signInByLink } from './sign-in-link.ts'

/** Routes of learners' own accounts: registration, sign-in, profile, preferences, password. */
export function learnerRoutes(app: App, dependencies: SignInDependencies & { sendsMail: boolean }): void {
  signInRoutes(app, dependencies)
  signInLinkRoutes(app, dependencies)
  profileRoutes(app, dependencies)
  passwordRoutes(app, dependencies)
}

function signInRoutes(app: App, dependencies: SignInDependencies): void {
  serve(app, registerLearner, async (request, reply) => {
    const signedIn = await register(dependencies, request.body, deviceOf(request), hashQueueKeyOf(request))
    request.provenAccount = signedIn.account
    setLearnerCookies(reply, signedIn)
    return reply.code(201).send(replyOf(signedIn))
  })

  serve(app, logInEndpoint, async (request, reply) => {
    const signedIn = await logIn(dependencies, request.body, deviceOf(request), hashQueueKeyOf(request))
    request.provenAccount = signedIn.account
    setLearnerCookies(reply, signedIn)
    return replyOf(signedIn)
  })

  serve(app, getCurrentLearner, async (request) => {
    const principal = principalOf(request)
    const user = await learnerOfSession(dependencies.db, principal)
    // Each page asks for this when it opens.
    await recordSessionUse(dependencies.db, principal.sessionId)
    return { success: true as const, user }
  })
}

function signInLinkRoutes(
  app: App,
  { sendsMail, ...dependencies }: SignInDependencies & { sendsMail: boolean },
): void {
  serve(app, requestSignInLink, async (request) => {
    await mailSignInLink(dependencies.db, request.body.email, sendsMail)
    return {
      success: true as const,
      message: 'If there is an account with this address, a link is on its way to it',
    }
  })

  serve(app, signInByLinkEndpoint, async (request, reply) => {
    const signedIn = await signInByLink(dependencies, request.body.token, {
      device: deviceOf(request),
      isFamiliarTo: (account) => request.isFamiliarTo(account),
    })
    request.provenAccount = signedIn.account
    setLearnerCookies(reply, signedIn)
    return replyOf(signedIn)
  })
}

const replyOf = ({ user, token, expiresAt }: SignedInLearner) => ({
  success: true as const,
  user,
  token,
  expiresAt: expiresAt.toISOString(),
})

function profileRoutes(app: App, { db }: { db: Db }): void {
  serve(app, getProfile, async (request) => {
    const uid = principalOf(request).id
    return { success: true as const, user: await profileOfLearner(db, uid) }
  })

  serve(app, updateProfile, { preValidation: allowMissingBody }, async (request) => {
    const uid = principalOf(request).id
    await changeProfile(db, uid, request.body)
    return { success: true as const, user: await profileOfLearner(db, uid) }
  })

  serve(app, getPreferences, async (request) => {
    const uid = principalOf(request).id
    return { success: true as const, preferences: await findPreferences(db, uid) }
  })

  serve(app, replacePreferences, { preValidation: allowMissingBody }, async (request) => {
    const uid = principalOf(request).id
    const preferences = await db
      .transaction()
      .execute((trx) => changePreferences(trx, uid, () => request.body))
    return { success: true as const, preferences }
  })
}

function passwordRoutes(app: App, dependencies: { db: Db; passwords: PasswordHasher }): void {
  serve(app, forgotPasswordEndpoint, async (request) => {
    await forgotPassword(dependencies.db, request.body.email)
    return {
      success: true as const,
      message: 'If there is an account with this address, a link is on its way to it',
    }
  })

  serve(app, resetPasswordEndpoint, async (request) => {
    request.provenAccount = await resetPassword(dependencies, request.body, hashQueueKeyOf(request))
    return { success: true as const, message: 'Password changed' }
  })

  serve(app, changePasswordEndpoint, async (request) => {
    const caller = principalOf(request)
    request.provenAccount = await changePassword(dependencies, caller, request.body, hashQueueKeyOf(request))
    return { success: true as const, message: 'Password changed' }
  })
}
