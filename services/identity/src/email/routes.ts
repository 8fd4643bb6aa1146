import { changeEmailInput, mailedTokenInput, messageReply } from '@rehearse/contracts'
import { type App, principalOf } from '@rehearse/service-kit'
import { turnOf } from '../limits/install-attempt-limits.ts'
import type { PasswordHasher } from '../passwords/password-hasher.ts'
import type { Db } from '../tables.ts'
import { confirmEmailChange } from './confirm-email-change.ts'
import { requestEmailChange } from './request-email-change.ts'
import { sendVerification } from './send-verification.ts'
import { verifyEmail } from './verify-email.ts'

const tags = ['Identity']

export function emailRoutes(app: App, dependencies: { db: Db; passwords: PasswordHasher }): void {
  const { db } = dependencies

  app.post(
    '/api/auth/email/verify',
    {
      config: { access: 'anyone', counts: 'mailed-step' },
      schema: {
        tags,
        summary: 'Confirm an address by a mailed link',
        body: mailedTokenInput,
        response: { 200: messageReply },
      },
    },
    async (request) => {
      await verifyEmail(db, request.body.token)
      return { success: true as const, message: 'E-mail address confirmed' }
    },
  )

  app.post(
    '/api/auth/email/verification',
    {
      config: { access: 'learner', counts: 'mailed-step' },
      schema: { tags, summary: 'Have that link mailed again', response: { 200: messageReply } },
    },
    async (request) => {
      const outcome = await sendVerification(db, principalOf(request).id)
      const message =
        outcome === 'sent' ? 'A link is on its way to you' : 'Your e-mail address is confirmed already'
      return { success: true as const, message }
    },
  )

  app.post(
    '/api/users/me/email',
    {
      config: { access: 'learner', counts: 'email-change' },
      schema: {
        tags,
        summary: 'Have a link mailed to another address, which makes that the account’s',
        body: changeEmailInput,
        response: { 200: messageReply },
      },
    },
    async (request) => {
      const outcome = await requestEmailChange(
        dependencies,
        principalOf(request).id,
        request.body,
        turnOf(request),
      )
      const message =
        outcome === 'sent' ? 'A link is on its way to the new address' : 'This is your address already'
      return { success: true as const, message }
    },
  )

  app.post(
    '/api/auth/email/confirm',
    {
      config: { access: 'learner', counts: 'mailed-step' },
      schema: {
        tags,
        summary: 'Make a new address the account’s by a mailed link',
        body: mailedTokenInput,
        response: { 200: messageReply },
      },
    },
    async (request) => {
      await confirmEmailChange(db, principalOf(request).id, request.body.token)
      return { success: true as const, message: 'E-mail address changed' }
    },
  )
}
