import { adminResetPage, mailedPages, type Preferences } from '@rehearse/contracts'
import { findPasswordReset } from '../admins/repository.ts'
import { hashMailedToken, type MailedSecrets } from '../email/emailed-links.ts'
import {
  type AdminLetter,
  hasLink,
  isForAdmin,
  type LearnerLetter,
  subscriptionOf,
  type TokenPurpose,
} from '../email/letter.ts'
import { consumeMailAllowance } from '../email/repository.ts'
import { issueToken, storeUnsubscribeToken } from '../email/token-repository.ts'
import { findLearner, findLearnerByEmail, findPreferences } from '../learners/repository.ts'
import type { KeyedHash } from '../limits/familiar-device.ts'
import type { Db, LearnerRow, MailRow } from '../tables.ts'
import { composeMail, languageOf } from './compose-mail.ts'

/** A mail that is ready to send. */
export interface OutgoingMail {
  /** The same for every attempt, so that duplicates can be recognized. */
  id: string
  to: string
  subject: string
  text: string
  html: string
  /** One-click unsubscribe (RFC 8058); null for mail about the account. */
  unsubscribeUrl: string | null
  /** The link to follow, if any; also part of the text. */
  link: string | null
}

export interface MailDependencies {
  db: Db
  hash: KeyedHash
  secrets: MailedSecrets
  /** The origin of the pages that links lead to. */
  publicOrigin: string
}

const pageOf: Readonly<Record<TokenPurpose, string>> = {
  'verify-email': mailedPages.verifyEmail,
  'reset-password': mailedPages.resetPassword,
  'confirm-email': mailedPages.confirmEmail,
  'erase-account': mailedPages.eraseAccount,
  'sign-in': mailedPages.signIn,
}

/**
 * Turns a queued mail into an outgoing one; undefined if it is no longer wanted or the address belongs to no learner.
 */
export async function prepareMail(
  dependencies: MailDependencies,
  mail: MailRow,
): Promise<OutgoingMail | undefined> {
  const { db, publicOrigin } = dependencies
  const { letter, recipient } = mail
  if (isForAdmin(letter)) return prepareAdminMail(dependencies, mail, letter)
  const learner = await (mail.learner_id === null
    ? findLearnerByEmail(db, mail.recipient)
    : findLearner(db, mail.learner_id))
  if (learner === undefined) return undefined
  const preferences = await findPreferences(db, learner.uid)
  if (!isStillRelevant({ letter, recipient }, learner, preferences)) return undefined
  if (!(await isAllowed(dependencies, mail))) return undefined
  const links = await linksOf(dependencies, { mail, letter }, learner)
  if (links === undefined) return undefined
  const { subject, text, html } = composeMail(letter, {
    ...links,
    publicOrigin,
    language: languageOf(preferences.language),
    timeZone: preferences.timezone,
  })
  return {
    id: mail.id,
    to: mail.recipient,
    subject,
    text,
    html,
    link: links.link,
    unsubscribeUrl: links.oneClick,
  }
}

/** Only a mail's first attempt counts toward the limit. */
async function isAllowed({ db, hash }: MailDependencies, mail: MailRow): Promise<boolean> {
  const { letter, recipient, learner_id: learnerId } = mail
  return mail.attempts > 1 || consumeMailAllowance(db, hash, { letter, recipient, learnerId })
}

/** Admins have no preferences, so their mail is in English. A link that was replaced or has expired isn't sent. */
async function prepareAdminMail(
  dependencies: MailDependencies,
  mail: MailRow,
  letter: AdminLetter,
): Promise<OutgoingMail | undefined> {
  const { db, secrets, publicOrigin } = dependencies
  const { id, recipient } = mail
  if (!(await isAllowed(dependencies, mail))) return undefined
  let link: string | null = null
  if (letter.kind === 'admin-reset-password') {
    const token = secrets.tokenOf(id)
    if ((await findPasswordReset(db, hashMailedToken(token))) !== letter.adminId) return undefined
    link = `${publicOrigin}${adminResetPage}#token=${token}`
  }
  const context = { publicOrigin, link, unsubscribe: null, language: 'en', timeZone: 'UTC' } as const
  return { id, to: recipient, ...composeMail(letter, context), link, unsubscribeUrl: null }
}

/** The links of a mail; undefined if it should not be sent. */
async function linksOf(
  { db, secrets, publicOrigin }: MailDependencies,
  { mail, letter }: { mail: MailRow; letter: LearnerLetter },
  { uid }: LearnerRow,
): Promise<{ link: string | null; unsubscribe: string | null; oneClick: string | null } | undefined> {
  const none = { link: null, unsubscribe: null, oneClick: null }
  if (hasLink(letter)) {
    const secret = secrets.tokenOf(mail.id)
    const issued = await issueToken(db, {
      mailId: mail.id,
      learnerId: uid,
      purpose: letter.kind,
      email: mail.recipient,
      secret,
    })
    // In the fragment, which browsers don't send, so that it appears in no log and no referrer.
    return issued ? { ...none, link: `${publicOrigin}${pageOf[letter.kind]}#token=${secret}` } : undefined
  }
  const subscription = subscriptionOf(letter)
  if (subscription === null) return none
  const token = secrets.unsubscribeTokenOf(uid, subscription)
  await storeUnsubscribeToken(db, { token, learnerId: uid, subscription })
  return {
    ...none,
    unsubscribe: `${publicOrigin}${mailedPages.unsubscribe}#token=${token}`,
    // In the path: mailbox providers post to this URL.
    oneClick: `${publicOrigin}/api/unsubscribe/${token}`,
  }
}

/**
 * Whether a queued mail should still be sent: since it was queued, the learner may have verified or changed their
 * address or unsubscribed. Unrequested mail goes to verified addresses only: otherwise anyone who registers with a
 * stranger's address could make the service write to that stranger every day.
 */
export function isStillRelevant(
  { letter, recipient }: { letter: LearnerLetter; recipient: string },
  learner: Pick<LearnerRow, 'email' | 'is_email_verified' | 'disabled_at'>,
  { notifications }: Pick<Preferences, 'notifications'>,
): boolean {
  const isCurrentAddress = learner.email === recipient
  const takesMail =
    isCurrentAddress && learner.is_email_verified && learner.disabled_at === null && notifications.email
  switch (letter.kind) {
    case 'verify-email':
      return isCurrentAddress && !learner.is_email_verified
    case 'reset-password':
    case 'erase-account':
      return isCurrentAddress
    case 'sign-in':
      return isCurrentAddress && learner.disabled_at === null
    case 'confirm-email':
      return !isCurrentAddress
    case 'password-changed':
    case 'email-changed':
    case 'new-device':
      return true
    case 'reminder':
      return takesMail && notifications.learningReminders
    case 'badges':
      return takesMail && notifications.achievementAlerts
    default:
      return letter satisfies never
  }
}
