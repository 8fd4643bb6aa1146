import {
  changeEmail,
  confirmNewEmail,
  DomainError,
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
import { queueMail } from '../email/repository.ts'
import { endTokens, findToken, findUnsubscribeToken, useToken } from '../email/token-repository.ts'
import { hashQueueKeyOf } from '../limits/install-attempt-limits.ts'
import { noPassword, wrongPassword } from '../passwords/errors.ts'
import type { HashQueueKey, PasswordHasher } from '../passwords/password-hasher.ts'
import { invalidToken } from '../sessions/errors.ts'
import type { Db } from '../tables.ts'
import { emailTaken } from './learner.ts'
import { changePreferences } from './profile.ts'
import {
  findLearner,
  findLearnerByEmail,
  isAddressTaken,
  lockIfPasswordUnchanged,
  markVerified,
  moveToAddress,
} from './repository.ts'

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
      hashQueueKeyOf(request),
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
      message: 'You will no longer receive this kind of mail',
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

/**
 * Verifies an address by an emailed link. Repeating it with the same link succeeds.
 * @throws {DomainError} 400 `link_expired`
 */
async function verifyEmail(db: Db, token: string): Promise<void> {
  const found = await findToken(db, { token, purpose: 'verify-email' })
  if (found === undefined) throw linkExpired()
  if (found.used_at !== null) {
    const learner = await findLearner(db, found.learner_id)
    if (learner?.is_email_verified && learner.email === found.email) return
    throw linkExpired()
  }
  await db.transaction().execute(async (trx) => {
    const used = await useToken(trx, found.id)
    if (!used || !(await markVerified(trx, found.learner_id, found.email))) throw linkExpired()
  })
}

/**
 * Mails the verification link again, unless the address is verified.
 * @throws {DomainError} 401 `invalid_token`
 */
async function sendVerification(db: Db, uid: string): Promise<'sent' | 'verified-already'> {
  const learner = await findLearner(db, uid)
  if (learner === undefined) throw invalidToken()
  if (learner.is_email_verified) return 'verified-already'
  await db
    .transaction()
    .execute((trx) =>
      queueMail(trx, { learnerId: uid, recipient: learner.email, letter: { kind: 'verify-email' } }),
    )
  return 'sent'
}

/**
 * Mails a link to a new address. Following it makes that the account's address.
 * @throws {DomainError} 400 `wrong_password`, `no_password`; 401 `invalid_token`; 409 `email_taken`
 */
async function requestEmailChange(
  { db, passwords }: { db: Db; passwords: PasswordHasher },
  uid: string,
  { newEmail, password }: { newEmail: string; password: string },
  turn: HashQueueKey,
): Promise<'sent' | 'same-already'> {
  const learner = await findLearner(db, uid)
  if (learner === undefined) throw invalidToken()
  if (learner.password_hash === null) throw noPassword()
  if (!(await passwords.matches(password, learner.password_hash, turn))) throw wrongPassword('password')
  if (learner.email === newEmail) return 'same-already'
  if (await findLearnerByEmail(db, newEmail)) throw emailTaken()
  await db.transaction().execute(async (trx) => {
    if (!(await lockIfPasswordUnchanged(trx, learner))) throw wrongPassword('password')
    await queueMail(trx, { learnerId: uid, recipient: newEmail, letter: { kind: 'confirm-email' } })
  })
  return 'sent'
}

/**
 * Changes the signed-in learner's address to the one that the link was mailed to, and notifies the old one. Repeating it
 * succeeds. The link alone isn't enough: a mistyped address puts it in someone else's mailbox.
 * @throws {DomainError} 400 `link_expired`; 403 `link_of_other_account`; 409 `email_taken` if another account took it first; the link stays valid
 */
async function confirmEmailChange(db: Db, uid: string, token: string): Promise<void> {
  const found = await findToken(db, { token, purpose: 'confirm-email' })
  if (found === undefined) throw linkExpired()
  if (found.learner_id !== uid) throw linkOfOtherAccount()
  const { email } = found
  if (found.used_at !== null) {
    if ((await findLearner(db, uid))?.email === email) return
    throw linkExpired()
  }
  const moving = db.transaction().execute(async (trx) => {
    if (!(await useToken(trx, found.id))) throw linkExpired()
    const before = await moveToAddress(trx, uid, email)
    if (before === undefined) throw linkExpired()
    await endTokens(trx, uid, ['verify-email', 'reset-password', 'confirm-email', 'sign-in'])
    await queueMail(trx, { learnerId: uid, recipient: before, letter: { kind: 'email-changed' } })
  })
  await moving.catch((error: unknown) => {
    throw isAddressTaken(error) ? emailTaken() : error
  })
}

const linkOfOtherAccount = () =>
  new DomainError({
    kind: 'forbidden',
    code: 'link_of_other_account',
    message: 'This link belongs to another account. Sign in with the account that requested it.',
  })
