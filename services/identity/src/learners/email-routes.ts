import {
  changeEmail,
  confirmNewEmail,
  type MailSubscription,
  mailedPages,
  openUnsubscribePage,
  type Preferences,
  sendVerificationEmail,
  unsubscribe as unsubscribeEndpoint,
  verifyEmail as verifyEmailEndpoint,
} from '@rehearse/contracts'
import { type App, principalOf, serve } from '@rehearse/service-kit'
import { linkExpired } from '../email/emailed-links.ts'
import { findUnsubscribeToken } from '../email/token-repository.ts'
import { turnOf } from '../limits/install-attempt-limits.ts'
import type { PasswordHasher } from '../passwords/password-hasher.ts'
import type { Db } from '../tables.ts'
import { confirmEmailChange, requestEmailChange, sendVerification, verifyEmail } from './account-email.ts'
import { changePreferences } from './profile.ts'

/** Routes that verify and change a learner's email address, and unsubscribe it from mail. */
export async function emailRoutes(
  app: App,
  dependencies: { db: Db; passwords: PasswordHasher },
): Promise<void> {
  const { db } = dependencies
  await unsubscribeRoutes(app, { db })

  serve(app, verifyEmailEndpoint, async (request) => {
    await verifyEmail(db, request.body.token)
    return { success: true as const, message: 'Email address confirmed' }
  })

  serve(app, sendVerificationEmail, async (request) => {
    const outcome = await sendVerification(db, principalOf(request).id)
    const message =
      outcome === 'sent' ? 'Check your inbox for the link' : 'Your email address is already confirmed'
    return { success: true as const, message }
  })

  serve(app, changeEmail, async (request) => {
    const outcome = await requestEmailChange(
      dependencies,
      principalOf(request).id,
      request.body,
      turnOf(request),
    )
    const message = outcome === 'sent' ? 'We sent a link to the new address' : 'This is already your address'
    return { success: true as const, message }
  })

  serve(app, confirmNewEmail, async (request) => {
    await confirmEmailChange(db, principalOf(request).id, request.body.token)
    return { success: true as const, message: 'Email address changed' }
  })
}

/** The link of a mail's `List-Unsubscribe` header: mailbox providers post to it (RFC 8058), and learners open it. */
async function unsubscribeRoutes(app: App, { db }: { db: Db }): Promise<void> {
  await app.register(async (routes) => {
    // Providers post a form; its content is already in the URL.
    for (const form of ['application/x-www-form-urlencoded', 'multipart/form-data']) {
      routes.addContentTypeParser(form, { parseAs: 'string' }, (_request, _body, done) =>
        done(null, undefined),
      )
    }

    const inForm = routes as App
    serve(inForm, unsubscribeEndpoint, async (request) => ({
      success: true as const,
      message: 'You get no more mail of this kind',
      subscription: await unsubscribe(db, request.params.token),
    }))
  })

  serve(app, openUnsubscribePage, async (request, reply) =>
    reply
      .header('referrer-policy', 'no-referrer')
      .redirect(`${mailedPages.unsubscribe}#token=${encodeURIComponent(request.params.token)}`, 303),
  )
}

const preferenceOf: Readonly<Record<MailSubscription, keyof Preferences['notifications']>> = {
  reminders: 'learningReminders',
  achievements: 'achievementAlerts',
}

/**
 * Unsubscribes the learner whose mail carried this token from that kind of mail, signed in or not. Idempotent.
 * @throws {DomainError} 400 `link_expired`
 */
async function unsubscribe(db: Db, token: string): Promise<MailSubscription> {
  const found = await findUnsubscribeToken(db, token)
  if (found === undefined) throw linkExpired()
  const { learner_id: uid, subscription } = found
  await db.transaction().execute((trx) =>
    changePreferences(trx, uid, (before) => ({
      ...before,
      notifications: { ...before.notifications, [preferenceOf[subscription]]: false },
    })),
  )
  return subscription
}
