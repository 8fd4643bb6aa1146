import type { MailSubscription, NotificationReason } from '@rehearse/contracts'

/** The purpose of an emailed token. */
export type TokenPurpose = 'verify-email' | 'reset-password' | 'confirm-email' | 'erase-account' | 'sign-in'

/** Sent to an admin. */
export type AdminLetter =
  | { kind: 'admin-reset-password'; adminId: string }
  | { kind: 'admin-password-changed' | 'admin-second-factor-removed' }
  /** The newest comments that the admin hasn't read. */
  | { kind: 'admin-comments'; items: readonly { reason: NotificationReason; title: string }[] }

/** The subject of a mail, with the data for its text that can't be looked up when it is sent. */
export type Letter = LearnerLetter | AdminLetter

export type LearnerLetter =
  | { kind: TokenPurpose }
  | { kind: 'password-changed' | 'email-changed' }
  /** `device` in plain words, such as `Firefox on Windows`; `at` is ISO 8601. */
  | { kind: 'new-device'; device: string; at: string }
  | { kind: 'reminder' }
  | { kind: 'badges'; titles: readonly string[] }

export type LetterKind = Letter['kind']

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** Seconds for which sending is retried: requested mail survives a long weekend, a reminder only its day. */
export const retryFor: Readonly<Record<LetterKind, number>> = {
  'verify-email': 4 * day,
  'reset-password': 4 * day,
  'confirm-email': 4 * day,
  'erase-account': hour,
  // Later, the attack that it is for is probably over.
  'sign-in': hour,
  'password-changed': 4 * day,
  'email-changed': 4 * day,
  'new-device': 4 * day,
  // As long as its link is valid, counted from the reset.
  'admin-reset-password': day,
  'admin-password-changed': 4 * day,
  'admin-second-factor-removed': 4 * day,
  // Later, it may have been read.
  'admin-comments': 2 * hour,
  badges: 2 * day,
  reminder: 6 * hour,
}

/** Seconds for which the link is valid, from when the mail is sent. */
export const linkTtl: Readonly<Record<TokenPurpose, number>> = {
  'verify-email': day,
  'reset-password': hour,
  'confirm-email': day,
  'erase-account': hour,
  'sign-in': 30 * minute,
}

export const isForAdmin = (letter: Letter): letter is AdminLetter => letter.kind.startsWith('admin-')

export const hasLink = (letter: Letter): letter is Letter & { kind: TokenPurpose } => letter.kind in linkTtl

/** The subscription a letter belongs to; null for mail about the account. */
export function subscriptionOf(letter: Letter): MailSubscription | null {
  if (letter.kind === 'reminder') return 'reminders'
  return letter.kind === 'badges' ? 'achievements' : null
}

/** The text of one mail. Each line is a paragraph. */
export interface MailText {
  subject: string
  lines: readonly string[]
  /** The button's label, if the mail contains a link. */
  action?: string
  /** Paragraphs below the button. */
  after?: readonly string[]
}

/** A mail's text with its link and footer. */
export interface MailContent extends MailText {
  link: string
  bareLink: string
  why: string
  unsubscribe: { label: string; link: string } | null
}

/** All texts of mail in one language. They never contain names: anyone can register with a stranger's address. */
export interface MailTexts {
  locale: string
  direction: 'ltr' | 'rtl'
  letters: {
    readonly [Kind in LetterKind]: (
      letter: Extract<Letter, { kind: Kind }>,
      moment: (iso: string) => string,
    ) => MailText
  }
  /** Shown above the plain link, for mail programs that don't show the button. */
  bareLink: string
  why: string
  unsubscribe: Readonly<Record<MailSubscription, string>>
}
