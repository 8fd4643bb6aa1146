import {
  changePasswordInput,
  forgotPasswordInput,
  messageReply,
  resetPasswordInput,
} from '@rehearse/contracts'
import { type App, principalOf } from '@rehearse/service-kit'
import { turnOf } from '../limits/install-attempt-limits.ts'
import type { PasswordHasher } from '../passwords/password-hasher.ts'
import type { Db } from '../tables.ts'
import { changePassword } from './change-password.ts'
import { forgotPassword } from './forgot-password.ts'
import { resetPassword } from './reset-password.ts'

const tags = ['Identity']

export function passwordRoutes(app: App, dependencies: { db: Db; passwords: PasswordHasher }): void {
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
