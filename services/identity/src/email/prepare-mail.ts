import type { Preferences } from '@rehearse/contracts'
import { adminResetPage, mailedPages } from '@rehearse/contracts'
import { findPasswordReset } from '../admins/repository.ts'
import { findLearner, findLearnerByEmail, findPreferences } from '../learners/repository.ts'
import type { KeyedHash } from '../limits/familiar-device.ts'
import type { Db, LearnerRow, MailRow } from '../tables.ts'
import { composeMail, languageOf } from './compose-mail.ts'
import { hashMailedToken, type MailedSecrets } from './emailed-links.ts'
import {
  type AdminLetter,
  hasLink,
  isForAdmin,
  type LearnerLetter,
  subscriptionOf,
  type TokenPurpose,
} from './letter.ts'
import { takeMailAllowance } from './repository.ts'
import { issueToken, keepUnsubscribeToken } from './token-repository.ts'

/** One mail, ready to go. */
export interface OutgoingMail {
  /** The same at every attempt: a mail that arrives twice can be known by it. */
  id: string
  to: string
  subject: string
  text: string
  html: string
  /** Where one click ends mail of this kind (RFC 8058); null for mail that can't be ended. */
  unsubscribeUrl: string | null
  /** What the reader is to follow, where there is something; part of the text too. */
  link: string | null
}

export interface MailSurroundings {
  db: Db
  hash: KeyedHash
  secrets: MailedSecrets
  /** Where the pages are that links lead to. */
  publicOrigin: string
}

const pageOf: Readonly<Record<TokenPurpose, string>> = {
  'verify-email': mailedPages.verifyEmail,
  'reset-password': mailedPages.resetPassword,
  'confirm-email': mailedPages.confirmEmail,
  'erase-account': mailedPages.eraseAccount,
}

/** Makes of a row in the queue what is sent; undefined when it is no longer wanted, or never went to a learner. */
export async function prepareMail(
  surroundings: MailSurroundings,
  mail: MailRow,
): Promise<OutgoingMail | undefined> {
  const { db, publicOrigin } = surroundings
  const { letter, recipient } = mail
  if (isForAdmin(letter)) return prepareAdminMail(surroundings, mail, letter)
  const learner = await (mail.learner_id === null
    ? findLearnerByEmail(db, mail.recipient)
    : findLearner(db, mail.learner_id))
  if (learner === undefined) return undefined
  const preferences = await findPreferences(db, learner.uid)
  if (!isStillWanted({ letter, recipient }, learner, preferences)) return undefined
  if (!(await isAllowed(surroundings, mail))) return undefined
  const links = await linksOf(surroundings, { mail, letter }, learner)
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

/** A mail counts at its first attempt alone. */
async function isAllowed({ db, hash }: MailSurroundings, mail: MailRow): Promise<boolean> {
  const { letter, recipient, learner_id: learnerId } = mail
  return mail.attempts > 1 || takeMailAllowance(db, hash, { letter, recipient, learnerId })
}

/** Admins have no preferences, so theirs is in English; a link that was replaced or has run out is not sent. */
async function prepareAdminMail(
  surroundings: MailSurroundings,
  mail: MailRow,
  letter: AdminLetter,
): Promise<OutgoingMail | undefined> {
  const { db, secrets, publicOrigin } = surroundings
  const { id, recipient } = mail
  if (!(await isAllowed(surroundings, mail))) return undefined
  let link: string | null = null
  if (letter.kind === 'admin-reset-password') {
    const token = secrets.tokenOf(id)
    if ((await findPasswordReset(db, hashMailedToken(token))) !== letter.adminId) return undefined
    link = `${publicOrigin}${adminResetPage}#token=${token}`
  }
  const context = { publicOrigin, link, unsubscribe: null, language: 'en', timeZone: 'UTC' } as const
  return { id, to: recipient, ...composeMail(letter, context), link, unsubscribeUrl: null }
}

/** Where this mail leads; undefined when it should not be sent. */
async function linksOf(
  { db, secrets, publicOrigin }: MailSurroundings,
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
    // After the #: browsers keep that to themselves, so it gets into no log and no referrer.
    return issued ? { ...none, link: `${publicOrigin}${pageOf[letter.kind]}#token=${secret}` } : undefined
  }
  const subscription = subscriptionOf(letter)
  if (subscription === null) return none
  const token = secrets.unsubscribeTokenOf(uid, subscription)
  await keepUnsubscribeToken(db, { token, learnerId: uid, subscription })
  return {
    ...none,
    unsubscribe: `${publicOrigin}${mailedPages.unsubscribe}#token=${token}`,
    // Here it has to be in the address: mailbox providers post to it and know nothing of pages.
    oneClick: `${publicOrigin}/api/unsubscribe/${token}`,
  }
}

/**
 * Whether a mail that has waited should go out still: between its cause and now the learner may have verified, moved to
 * another address, or ended mail of this kind. What nobody asked for goes to verified addresses alone, since else who
 * signs up with a stranger's address has us write to the stranger every day.
 */
export function isStillWanted(
  { letter, recipient }: { letter: LearnerLetter; recipient: string },
  learner: Pick<LearnerRow, 'email' | 'is_email_verified' | 'disabled_at'>,
  { notifications }: Pick<Preferences, 'notifications'>,
): boolean {
  const isTheirs = learner.email === recipient
  const takesMail =
    isTheirs && learner.is_email_verified && learner.disabled_at === null && notifications.email
  switch (letter.kind) {
    case 'verify-email':
      return isTheirs && !learner.is_email_verified
    case 'reset-password':
    case 'erase-account':
      return isTheirs
    case 'confirm-email':
      return !isTheirs
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
