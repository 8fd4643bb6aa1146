import {
  adminResetPage,
  changeAdminPasswordInput,
  confirmTotpInput,
  confirmTotpReply,
  enrollTotpInput,
  enrollTotpReply,
  messageReply,
  newRecoveryCodesInput,
  recoveryCodesReply,
  removeTotpInput,
  resetAdminInput,
  resetAdminReply,
  secondFactorReply,
  setAdminPasswordInput,
} from '@rehearse/contracts'
import { type App, principalOf } from '@rehearse/service-kit'
import { z } from 'zod'
import type { MailedSecrets } from '../email/mailed-secrets.ts'
import { turnOf } from '../limits/install-attempt-limits.ts'
import { clearAdminCookie, setAdminCookie } from '../sessions/cookies.ts'
import { deviceOf } from '../sessions/device.ts'
import { changeAdminPassword, resetAdminPassword, setAdminPassword } from './admin-password.ts'
import {
  confirmEnrollment,
  enrollTotp,
  removeTotp,
  renewRecoveryCodes,
  secondFactorOf,
} from './second-factor.ts'
import { type AdminSessionRouteDependencies, signedInView } from './session-routes.ts'

const tags = ['Identity']
const address = '/api/admin/auth'

export interface AdminAccountRouteDependencies extends AdminSessionRouteDependencies {
  secrets: MailedSecrets
  sendsMail: boolean
}

/** Admins' own passwords and second factors, and the reset of another's by a super admin. */
export function adminAccountRoutes(app: App, dependencies: AdminAccountRouteDependencies): void {
  const { db, totpRequired } = dependencies

  app.post(
    `${address}/password`,
    {
      config: { access: 'admin', counts: 'password-check' },
      schema: {
        tags,
        summary: 'Change the own admin password; ends all other sessions',
        body: changeAdminPasswordInput,
        response: { 200: messageReply },
      },
    },
    async (request) => {
      const caller = principalOf(request)
      const account = await changeAdminPassword(dependencies, caller, request.body, turnOf(request))
      request.provenAccount = account
      request.log.info({ adminId: caller.id }, 'an admin changed their password')
      return { success: true as const, message: 'Password changed' }
    },
  )

  app.post(
    `${address}/password/reset`,
    {
      config: { access: 'anyone', counts: 'mailed-step' },
      schema: {
        tags,
        summary: 'Set a new admin password by the link of a reset',
        body: setAdminPasswordInput,
        response: { 200: messageReply },
      },
    },
    async (request) => {
      const { id } = await setAdminPassword(dependencies, request.body, turnOf(request))
      request.log.info({ adminId: id }, 'an admin set a new password after a reset')
      return { success: true as const, message: 'Password changed' }
    },
  )

  app.post(
    '/api/admin/admins/:id/password-reset',
    {
      config: { access: 'super_admin', counts: 'password-check' },
      schema: {
        tags,
        summary: 'Reset an admin’s password, and remove a lost second factor; ends all their sessions',
        params: z.object({ id: z.string().max(100) }),
        body: resetAdminInput,
        response: { 200: resetAdminReply },
      },
    },
    async (request) => {
      const by = principalOf(request)
      const adminId = request.params.id
      const reset = await resetAdminPassword(dependencies, by, { adminId, ...request.body }, turnOf(request))
      const { mailedTo, token, expiresAt, removedSecondFactor } = reset
      const audited = { adminId, by: by.id, removedSecondFactor }
      request.log.warn(audited, 'a super admin reset the password of an admin')
      return {
        success: true as const,
        data: {
          mailedTo,
          link: token === null ? null : `${adminResetPage}#token=${token}`,
          expiresAt: expiresAt.toISOString(),
        },
        message: 'Password reset',
      }
    },
  )

  app.get(
    `${address}/totp`,
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
    `${address}/totp`,
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
    `${address}/totp/confirm`,
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
    `${address}/totp`,
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
    `${address}/totp/recovery-codes`,
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
