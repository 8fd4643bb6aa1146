import { describe, expect, test } from 'vitest'
import type { Letter } from '../email/letter.ts'
import { composeMail, languageOf, type MailContext } from './compose-mail.ts'

const context: MailContext = {
  language: 'en',
  timeZone: 'Europe/Berlin',
  publicOrigin: 'https://rehearse.example',
  link: null,
  unsubscribe: null,
}
const letters: Letter[] = [
  { kind: 'verify-email' },
  { kind: 'reset-password' },
  { kind: 'confirm-email' },
  { kind: 'password-changed' },
  { kind: 'email-changed' },
  { kind: 'new-device', device: 'Firefox on Linux', at: '2026-11-21T10:00:00Z' },
  { kind: 'admin-comments', items: [{ reason: 'mention', title: 'Closures' }] },
  { kind: 'reminder' },
  { kind: 'badges', titles: ['First <steps> & "more"'] },
]

describe.each(letters)('$kind', (letter) => {
  test.each(['en', 'ar'] as const)('has the same content as text and as HTML, in %s', (language) => {
    const { subject, text, html } = composeMail(letter, { ...context, language })
    expect(subject).not.toBe('')
    expect(html).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`)
    const plain = html
      .replace(/<style>.*<\/style>/s, '')
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&')
    for (const line of text.split('\n').filter((line) => !['', '-- ', 'Rehearse'].includes(line))) {
      expect(plain).toContain(line.replace(/:$/, ''))
    }
  })
})

test('escapes markup in user input', () => {
  const { html } = composeMail({ kind: 'badges', titles: ['<img src=x onerror=alert(1)>"'] }, context)
  expect(html).not.toContain('<img')
})

test('loads nothing when a mail is opened, and sets the direction of right-to-left mail', () => {
  for (const letter of letters) {
    const { html } = composeMail(letter, { ...context, language: 'ar' })
    expect(html).not.toMatch(/src=|url\(|<link|<script/)
    expect(html).toContain('dir="rtl" style="max-width')
  }
})

test('shows times in the reader’s time zone', () => {
  const letter: Letter = { kind: 'new-device', device: 'Firefox', at: '2026-11-21T23:30:00Z' }
  expect(composeMail(letter, context).text).toContain('November 22, 2026 at 12:30')
})

test('explains how to unsubscribe, in mail that allows it', () => {
  const unsubscribe = 'https://rehearse.example/unsubscribe#token=x'
  expect(composeMail({ kind: 'reminder' }, { ...context, unsubscribe }).text).toContain(
    `Unsubscribe from reminders:\n${unsubscribe}`,
  )
  expect(composeMail({ kind: 'reset-password' }, { ...context, unsubscribe }).text).not.toContain(unsubscribe)
})

test.each([
  ['en', 'en'],
  ['ar', 'ar'],
  ['ar-EG', 'ar'],
  ['AR', 'ar'],
  ['arn', 'en'],
  ['fr', 'en'],
])('the language preference %s selects %s', (tag, language) => {
  expect(languageOf(tag)).toBe(language)
})
