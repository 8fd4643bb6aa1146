import type { ReceivedMail, TestMailServer } from '@rehearse/testing'
import { expect, vi } from 'vitest'

/** Settings with which a service sends to this test's mail server. */
export const mailSettings = (server: TestMailServer): Record<string, string> => ({
  SMTP_URL: server.url,
  MAIL_FROM: 'Rehearse <mail@rehearse.example>',
  PUBLIC_ORIGIN: 'https://rehearse.example',
})

/** The newest mail to an address with this subject, once at least `count` have arrived. */
export async function mailTo(
  server: TestMailServer,
  address: string,
  subject: string,
  count = 1,
): Promise<ReceivedMail> {
  const fitting = () => server.mailTo(address).filter(({ email }) => email.subject === subject)
  const mails = await waitUntil(() => fitting().length >= count && fitting())
  expect(mails).toHaveLength(count)
  return mails.at(-1) as ReceivedMail
}

/** The token in a mail's link, which is the same in its text and HTML part. */
export function tokenIn({ email }: ReceivedMail): string {
  const [inText, inHtml] = [email.text, email.html].map((part) => /#token=([\w-]+)/.exec(part ?? '')?.[1])
  expect(inText).toMatch(/^[\w-]{43}$/)
  expect(inHtml).toBe(inText)
  return inText as string
}

/** Waits for something that the service does in the background. */
export const waitUntil = <Result>(look: () => Result | Promise<Result>) => vi.waitUntil(look)
