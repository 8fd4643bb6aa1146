import { BCRYPT_COST, email, newPassword } from '@rehearse/contracts'
import { databaseConfig, serviceConfig } from '@rehearse/service-kit'
import { z } from 'zod'
import { oauthConfig } from './oauth/configured-providers.ts'

/**
 * The push services of browsers. If others were allowed, learners could make the service send requests to any host.
 */
const browserPushServices = [
  'https://fcm.googleapis.com',
  'https://updates.push.services.mozilla.com',
  'https://*.push.apple.com',
  'https://*.notify.windows.com',
].join(',')

const vapidKey = (bytes: number) =>
  z
    .string()
    .refine((text) => Buffer.from(text, 'base64url').length === bytes, `must be ${bytes} bytes in base64url`)

export const pushConfig = z.object({
  VAPID_PUBLIC_KEY: vapidKey(65)
    .optional()
    .describe('Web Push keys (`npx web-push generate-vapid-keys`); without them push isn’t offered'),
  VAPID_PRIVATE_KEY: vapidKey(32).optional().describe('the private half'),
  VAPID_SUBJECT: z
    .string()
    .regex(/^(mailto:\S+@\S+|https:\/\/\S+)$/, 'must be a mailto: or https: address')
    .optional()
    .describe('contact address for push services: `mailto:` or `https:`'),
  PUSH_SERVICES: z
    .string()
    .default(browserPushServices)
    .transform((list) => list.split(',').map((origin) => origin.trim()))
    .describe(
      'allowed origins of push subscriptions, separated by commas; a leading `*` stands for any subdomain',
    ),
})
export type PushConfig = z.infer<typeof pushConfig>

const origin = z.url({ protocol: /^https?$/ }).transform((address) => new URL(address).origin)

const mailConfig = z.object({
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/\S+$/, 'must be an smtp:// or smtps:// address')
    .optional()
    .describe(
      'the mail server (`smtp://user:password@host:587` or `smtps://`); without it no mail is sent, and outside production links are written to the log',
    ),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>@\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
      'must be an address, or a name and an <address>',
    )
    .optional()
    .describe('the sender: `mail@example.com` or `Rehearse <mail@example.com>`'),
  MAIL_ORIGIN: origin
    .prefault('http://localhost:8080')
    .describe('base URL of links in mails without `PUBLIC_ORIGIN`'),
})

/** For development only. It is public, so production rejects it. */
export const developmentSecret = 'rehearse-development-secret-not-for-production'

const secret = z.string().min(32, 'must have at least 32 characters')

/** 0 means no limit. */
const perMinute = (standard: number) => z.coerce.number().int().min(0).max(10_000_000).default(standard)

const fields = z.object({
  ...serviceConfig.shape,
  ...databaseConfig.shape,
  ...mailConfig.shape,
  ...oauthConfig.shape,
  ...pushConfig.shape,
  PUBLIC_ORIGIN: z
    .url({ protocol: /^https?$/ })
    .transform((address) => new URL(address).origin)
    .optional()
    .describe('the site’s public URL, if requests are sent to another one (behind a proxy)'),
  KEY_ENCRYPTION_SECRET: secret
    .optional()
    .describe(
      'encrypts the signing keys and derives refresh tokens; the same in every replica, 32 characters or more; required in production',
    ),
  KEY_ENCRYPTION_SECRET_PREVIOUS: secret
    .optional()
    .describe(
      'the previous secret, until every replica has started with the new one: see [exchange secrets](operations.md#exchange-secrets)',
    ),
  SIGNING_KEY_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(365)
    .default(30)
    .describe('days between new signing keys'),
  ADMIN_EMAIL: email.optional().describe('email of the first super admin, created if there is no admin'),
  ADMIN_PASSWORD: newPassword.optional().describe('the first super admin’s password'),
  ADMIN_TOTP_REQUIRED: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true')
    .describe(
      '`true` requires two-step sign-in (TOTP) of admins: without it they can sign in only to set it up',
    ),
  PASSWORD_QUEUE: z.coerce
    .number()
    .int()
    .min(0)
    .max(10_000)
    .default(64)
    .describe(
      'requests that may wait for a password hash, at most half of them from one IP address; further ones get 429',
    ),
  PASSWORD_COST: z.coerce
    .number()
    .int()
    .min(4)
    .max(16)
    .default(BCRYPT_COST)
    .describe('cost of the password hash (bcrypt); less than 12 is rejected outside tests'),
  RATE_LIMIT_SIGNIN_ACCOUNT: perMinute(10).describe(
    'sign-ins per minute and account, over all replicas; 0 means no limit',
  ),
  RATE_LIMIT_SIGNIN_ADDRESS: perMinute(100).describe(
    'sign-ins per minute and IP address, over all replicas; 0 means no limit',
  ),
  RATE_LIMIT_REGISTER: perMinute(30).describe(
    'registrations, mailed links and confirmed account changes per minute and IP address, over all replicas; 0 means no limit',
  ),
})

const pairs = [
  ['ADMIN_EMAIL', 'ADMIN_PASSWORD'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'],
  ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'],
  ['VAPID_PUBLIC_KEY', 'VAPID_SUBJECT'],
  ['SMTP_URL', 'MAIL_FROM'],
] as const

// Rules over several fields run even when another field is invalid, so that all errors are reported at once.
const always = { when: () => true }

export const config = fields
  .refine(
    ({ NODE_ENV, KEY_ENCRYPTION_SECRET: values }) => NODE_ENV !== 'production' || values !== undefined,
    {
      ...always,
      path: ['KEY_ENCRYPTION_SECRET'],
      error: 'must be set in production',
    },
  )
  .refine(
    ({ NODE_ENV, KEY_ENCRYPTION_SECRET: values }) =>
      NODE_ENV !== 'production' || values !== developmentSecret,
    {
      ...always,
      path: ['KEY_ENCRYPTION_SECRET'],
      error: 'must not be the development default in production',
    },
  )
  .refine(({ NODE_ENV, PASSWORD_COST: cost }) => NODE_ENV === 'test' || cost >= BCRYPT_COST, {
    ...always,
    path: ['PASSWORD_COST'],
    error: `must be ${BCRYPT_COST} or more`,
  })
  .refine(
    (values) => values.NODE_ENV !== 'production' || !values.SMTP_URL || values.PUBLIC_ORIGIN !== undefined,
    {
      path: ['PUBLIC_ORIGIN'],
      error: 'must be set together with SMTP_URL in production',
    },
  )
  .superRefine((values, context) => {
    for (const { missing, together } of incompletePairs(values, pairs)) {
      context.addIssue({ code: 'custom', path: [missing], message: `must be set together with ${together}` })
    }
  })
  .transform((values) => ({
    ...values,
    KEY_ENCRYPTION_SECRET: values.KEY_ENCRYPTION_SECRET ?? developmentSecret,
  }))

export type IdentityConfig = z.infer<typeof config>

/** Finds settings that must come in pairs, such as a client's id and secret, of which only one is set. */
function incompletePairs<Name extends string>(
  values: Readonly<Partial<Record<Name, unknown>>>,
  pairs: readonly (readonly [Name, Name])[],
): { missing: Name; together: Name }[] {
  return pairs.flatMap(([one, other]) => {
    if ((values[one] === undefined) === (values[other] === undefined)) return []
    return [values[one] === undefined ? { missing: one, together: other } : { missing: other, together: one }]
  })
}
