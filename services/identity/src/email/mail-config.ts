import { z } from 'zod'

const origin = z.url({ protocol: /^https?$/ }).transform((address) => new URL(address).origin)

export const mailConfig = z.object({
  /** The mail server; without one nothing is sent, and outside production the links are written to the log. */
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/\S+$/, 'must be an smtp:// or smtps:// address')
    .optional(),
  /** The sender: `mail@example.com` or `Rehearse <mail@example.com>`. */
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>@\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
      'must be an address, or a name and an <address>',
    )
    .optional(),
  /** Where links in mails lead when `PUBLIC_ORIGIN` is not set. */
  MAIL_ORIGIN: origin.default('http://localhost:8080'),
})
