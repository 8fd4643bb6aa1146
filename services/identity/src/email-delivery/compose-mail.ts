import {
  type Letter,
  type LetterKind,
  type MailContent,
  type MailText,
  type MailTexts,
  subscriptionOf,
} from '../email/letter.ts'
import { ar } from './texts.ar.ts'
import { en } from './texts.en.ts'

const languages = { en, ar } as const
export type MailLanguage = keyof typeof languages

export interface MailContext {
  language: MailLanguage
  /** IANA name. */
  timeZone: string
  publicOrigin: string
  /** Includes the token, if the letter has one. */
  link: string | null
  unsubscribe: string | null
}

/** A mail as plain text and as HTML. */
export function composeMail(
  letter: Letter,
  context: MailContext,
): { subject: string; text: string; html: string } {
  const texts = languages[context.language]
  const mailText = letterText(letter, context.language, context.timeZone)
  const link = context.link ?? `${context.publicOrigin}${pageFor(letter.kind)}`
  const subscription = subscriptionOf(letter)
  const unsubscribe =
    subscription !== null && context.unsubscribe !== null
      ? { label: texts.unsubscribe[subscription], link: context.unsubscribe }
      : null
  const content = { ...mailText, link, why: texts.why, unsubscribe, bareLink: texts.bareLink }
  return { subject: mailText.subject, text: asText(content), html: layOutHtml(content, texts) }
}

/** The text of a letter in a language. */
export function letterText(letter: Letter, language: MailLanguage, timeZone: string): MailText {
  const { letters, locale } = languages[language]
  const moment = (iso: string) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'long', timeZone }).format(new Date(iso))
  const text = letters[letter.kind] as (of: Letter, at: typeof moment) => MailText
  return text(letter, moment)
}

/** The path that a letter without a token links to. */
export function pageFor(kind: LetterKind): string {
  if (kind === 'reminder') return '/questions'
  if (kind === 'admin-comments') return '/admin/notifications'
  if (kind.startsWith('admin-')) return '/admin/login'
  return kind === 'badges' ? '/dashboard' : '/'
}

/** The language of mail and notifications; English if the preferred language isn't supported. */
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

/**
 * HTML that mail programs support: one column, inline styles, no images, no external resources. The colors are those
 * of the light theme, with dark ones for programs that support them.
 */
function layOutHtml(content: MailContent, { locale, direction }: MailTexts): string {
  const { subject, lines, action, link, after = [], bareLink, why, unsubscribe } = content
  const language = locale.slice(0, 2)
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>
@media (prefers-color-scheme: dark) {
  body, .page { background: #13131a !important; }
  .text { color: #ecebf3 !important; }
  .muted { color: #b1afc4 !important; }
  .button { background: #ffb648 !important; color: #241700 !important; }
  .rule { border-color: #363648 !important; }
}
</style>
</head>
<body style="margin:0;background:#f8f6f1">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f8f6f1">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" dir="${direction}" style="max-width:544px">
<tr><td class="text" style="${font};color:#1c1b22;font-size:16px;line-height:1.55;text-align:start">
<p class="muted" style="margin:0 0 24px;color:#56536a;font-size:14px">Rehearse</p>
<h1 class="text" style="margin:0 0 16px;color:#1c1b22;font-size:23px;line-height:1.2">${escapeHtml(subject)}</h1>
${paragraphs(lines)}
${action === undefined ? '' : button(action, link)}
${paragraphs(after)}
${action === undefined ? '' : bare(bareLink, link)}
<p class="muted rule" style="margin:32px 0 0;padding-top:16px;border-top:1px solid #dcd6c8;${small}">${escapeHtml(why)}</p>
${unsubscribe === null ? '' : `<p style="margin:8px 0 0;${small}"><a class="muted" style="color:#56536a" href="${escapeHtml(unsubscribe.link)}">${escapeHtml(unsubscribe.label)}</a></p>`}
</td></tr></table>
</td></tr></table>
</body>
</html>
`
}

const font =
  "font-family:'IBM Plex Sans','IBM Plex Sans Arabic',system-ui,-apple-system,'Segoe UI',sans-serif"
const small = 'color:#56536a;font-size:13px;line-height:1.55'

const paragraphs = (lines: readonly string[]): string =>
  lines.map((line) => `<p style="margin:0 0 16px">${escapeHtml(line)}</p>`).join('\n')

const button = (label: string, link: string): string =>
  `<p style="margin:24px 0"><a class="button" href="${escapeHtml(link)}" style="display:inline-block;padding:12px 20px;border-radius:10px;background:#8f4f00;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>`

const bare = (label: string, link: string): string =>
  `<p class="muted" style="margin:24px 0 0;${small}">${escapeHtml(label)}<br><span dir="ltr" style="word-break:break-all">${escapeHtml(link)}</span></p>`

/** Badge titles are entered by admins. */
const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
