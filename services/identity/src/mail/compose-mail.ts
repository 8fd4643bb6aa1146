import { layOutHtml } from './html-layout.ts'
import { type Letter, type LetterKind, subscriptionOf } from './letter.ts'
import { ar } from './texts/ar.ts'
import { en } from './texts/en.ts'
import type { MailContent, MailText } from './texts/mail-texts.ts'

const languages = { en, ar } as const
export type MailLanguage = keyof typeof languages

export interface MailContext {
  language: MailLanguage
  /** IANA. */
  timeZone: string
  publicOrigin: string
  /** With the token, where the letter has one. */
  link: string | null
  unsubscribe: string | null
}

/** A mail's words, as plain text and as HTML that says the same. */
export function composeMail(
  letter: Letter,
  context: MailContext,
): { subject: string; text: string; html: string } {
  const texts = languages[context.language]
  const said = sayLetter(letter, context.language, context.timeZone)
  const link = context.link ?? `${context.publicOrigin}${pageAbout(letter.kind)}`
  const subscription = subscriptionOf(letter)
  const unsubscribe =
    subscription !== null && context.unsubscribe !== null
      ? { label: texts.unsubscribe[subscription], link: context.unsubscribe }
      : null
  const content = { ...said, link, why: texts.why, unsubscribe, bareLink: texts.bareLink }
  return { subject: said.subject, text: asText(content), html: layOutHtml(content, texts) }
}

/** What a letter says. */
export function sayLetter(letter: Letter, language: MailLanguage, timeZone: string): MailText {
  const { letters, locale } = languages[language]
  const moment = (iso: string) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'long', timeZone }).format(new Date(iso))
  const text = letters[letter.kind] as (of: Letter, at: typeof moment) => MailText
  return text(letter, moment)
}

/** The path of the page about a letter that carries no token. */
export function pageAbout(kind: LetterKind): string {
  if (kind === 'reminder') return '/questions'
  if (kind.startsWith('admin-')) return '/admin/login'
  return kind === 'badges' ? '/dashboard' : '/'
}

/** The language that we write to somebody in; English where we don't know theirs. */
export const languageOf = (tag: string): MailLanguage => (/^ar\b/i.test(tag) ? 'ar' : 'en')

function asText({ lines, action, link, after = [], why, unsubscribe }: MailContent): string {
  const parts = [
    ...lines,
    ...(action === undefined ? [] : [`${action}:\n${link}`]),
    ...after,
    '-- \nRehearse',
    why,
    ...(unsubscribe === null ? [] : [`${unsubscribe.label}:\n${unsubscribe.link}`]),
  ]
  return `${parts.join('\n\n')}\n`
}
