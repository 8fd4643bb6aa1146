import type { MailSubscription } from '@rehearse/contracts'
import type { Letter, LetterKind } from './letter.ts'

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
