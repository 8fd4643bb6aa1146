import type { MailSubscription } from '@rehearse/contracts'

/** What a mailed token is good for. */
export type TokenPurpose = 'verify-email' | 'reset-password' | 'confirm-email' | 'erase-account'

/** To an admin, at the address of their account. */
export type AdminLetter =
  | { kind: 'admin-reset-password'; adminId: string }
  | { kind: 'admin-password-changed' | 'admin-second-factor-removed' }

/** What a mail is about: everything its text needs that can't be looked up when it is sent. */
export type Letter = LearnerLetter | AdminLetter

export type LearnerLetter =
  | { kind: TokenPurpose }
  | { kind: 'password-changed' | 'email-changed' }
  /** `device` as its owner would say it; `at` is ISO 8601. */
  | { kind: 'new-device'; device: string; at: string }
  | { kind: 'reminder' }
  | { kind: 'badges'; titles: readonly string[] }

export type LetterKind = Letter['kind']

const hour = 60 * 60
const day = 24 * hour

/** Seconds for which sending is tried. Mail that was asked for waits out a long weekend; a reminder is of its day. */
export const tryFor: Readonly<Record<LetterKind, number>> = {
  'verify-email': 4 * day,
  'reset-password': 4 * day,
  'confirm-email': 4 * day,
  'erase-account': hour,
  'password-changed': 4 * day,
  'email-changed': 4 * day,
  'new-device': 4 * day,
  // As long as its link works, counted from the reset.
  'admin-reset-password': day,
  'admin-password-changed': 4 * day,
  'admin-second-factor-removed': 4 * day,
  badges: 2 * day,
  reminder: 6 * hour,
}

/** Seconds for which the link works, from the moment the mail goes out. */
export const linkLife: Readonly<Record<TokenPurpose, number>> = {
  'verify-email': day,
  'reset-password': hour,
  'confirm-email': day,
  'erase-account': hour,
}

export const isForAdmin = (letter: Letter): letter is AdminLetter => letter.kind.startsWith('admin-')

export const hasLink = (letter: Letter): letter is Letter & { kind: TokenPurpose } => letter.kind in linkLife

/** Which subscription a letter belongs to; none where it answers something that happened to the account. */
export function subscriptionOf(letter: Letter): MailSubscription | null {
  if (letter.kind === 'reminder') return 'reminders'
  return letter.kind === 'badges' ? 'achievements' : null
}

/** What one mail says. Plain text; a line is a paragraph. */
export interface MailText {
  subject: string
  lines: readonly string[]
  /** What the button says; only where the mail leads somewhere. */
  action?: string
  /** Below the button. */
  after?: readonly string[]
}

/** The same with everything around it. */
export interface MailContent extends MailText {
  link: string
  bareLink: string
  why: string
  unsubscribe: { label: string; link: string } | null
}

/** Every sentence of our mails in one language. No names: who signs up with a stranger's address writes nothing to them. */
export interface MailTexts {
  locale: string
  direction: 'ltr' | 'rtl'
  letters: {
    readonly [Kind in LetterKind]: (
      letter: Extract<Letter, { kind: Kind }>,
      moment: (iso: string) => string,
    ) => MailText
  }
  /** Above the bare address, for readers whose button doesn't work. */
  bareLink: string
  why: string
  unsubscribe: Readonly<Record<MailSubscription, string>>
}
