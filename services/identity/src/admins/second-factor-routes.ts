import {
  confirmTotpInput,
  confirmTotpReply,
  enrollTotpInput,
  enrollTotpReply,
  messageReply,
  newRecoveryCodesInput,
  recoveryCodesReply,
  removeTotpInput,
  secondFactorReply,
} from '@rehearse/contracts'
import { type App, principalOf } from '@rehearse/service-kit'
import { turnOf } from '../limits/install-attempt-limits.ts'
import { clearAdminCookie, setAdminCookie } from '../sessions/cookies.ts'
import { deviceOf } from '../sessions/device.ts'
import {
  confirmEnrollment,
  enrollTotp,
  removeTotp,
  renewRecoveryCodes,
  secondFactorOf,
} from './second-factor.ts'
import { type AdminSessionRouteDependencies, signedInView } from './session-routes.ts'

const tags = ['Identity']

/** An admin's own second factor and its recovery codes. */
export function secondFactorRoutes(app: App, dependencies: AdminSessionRouteDependencies): void {
  const { db, totpRequired } = dependencies

  app.get(
    '/api/admin/auth/totp',
    {
      config: { access: 'admin-enrollment' },
      schema: {
        tags,
        summary: 'Whether the own account has a second factor',
        response: { 200: secondFactorReply },
      },
    },
    async (request) => {
      const own = await secondFactorOf(db, principalOf(request).id)
      return { success: true as const, secondFactor: { ...own, required: totpRequired } }
    },
  )

  app.post(
    '/api/admin/auth/totp',
    {
      config: { access: 'admin-enrollment', counts: 'password-check' },
      schema: {
        tags,
        summary: 'Begin to set up a second factor',
        body: enrollTotpInput,
        response: { 200: enrollTotpReply },
      },
    },
    async (request) => {
      const begun = await enrollTotp(
        dependencies,
        principalOf(request).id,
        request.body.password,
        turnOf(request),
      )
      return { success: true as const, ...begun }
    },
  )

  app.post(
    '/api/admin/auth/totp/confirm',
    {
      config: { access: 'admin-enrollment', counts: 'password-check' },
      schema: {
        tags,
        summary: 'Confirm the second factor by a code; ends all other sessions',
        body: confirmTotpInput,
        response: { 200: confirmTotpReply },
      },
    },
    async (request, reply) => {
      const { id, sessionId, role } = principalOf(request)
      const caller = { id, sessionId, isEnrolling: role === 'enrolling_admin' }
      const confirmed = await confirmEnrollment(dependencies, caller, request.body.code, deviceOf(request))
      const { recoveryCodes, signedIn } = confirmed
      request.log.info({ adminId: id }, 'an admin turned on their second factor')
      if (signedIn !== undefined) setAdminCookie(reply, signedIn.token)
      return {
        success: true as const,
        recoveryCodes,
        ...(signedIn !== undefined && { admin: signedInView(signedIn) }),
      }
    },
  )

  app.delete(
    '/api/admin/auth/totp',
    {
      config: { access: 'admin', counts: 'password-check' },
      schema: {
        tags,
        summary: 'Remove the own second factor; ends all other sessions, and this one where it is required',
        body: removeTotpInput,
        response: { 200: messageReply },
      },
    },
    async (request, reply) => {
      const caller = principalOf(request)
      await removeTotp(dependencies, caller, request.body, {
        required: totpRequired,
        turn: turnOf(request),
      })
      request.log.warn({ adminId: caller.id }, 'an admin removed their second factor')
      if (totpRequired) clearAdminCookie(reply)
      return { success: true as const, message: 'Two-step sign-in is off' }
    },
  )

  app.post(
    '/api/admin/auth/totp/recovery-codes',
    {
      config: { access: 'admin', counts: 'password-check' },
      schema: {
        tags,
        summary: 'New recovery codes, in place of all there were',
        body: newRecoveryCodesInput,
        response: { 200: recoveryCodesReply },
      },
    },
    async (request) => {
      const adminId = principalOf(request).id
      const recoveryCodes = await renewRecoveryCodes(dependencies, adminId, request.body, turnOf(request))
      request.log.info({ adminId }, 'an admin made new recovery codes')
      return { success: true as const, recoveryCodes }
    },
  )
}
