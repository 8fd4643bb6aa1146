import { BCRYPT_COST, email, newPassword } from '@rehearse/contracts'
import { databaseConfig, serviceConfig } from '@rehearse/service-kit'
import { z } from 'zod'
import { oauthConfig } from './oauth/configured-providers.ts'

/** Browsers are told these services by their makers. Anything else would make us call where a learner wants us to. */
const browserMakers = [
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
  /** The pair that push services know us by (`npx web-push generate-vapid-keys`); without it push isn't offered. */
  VAPID_PUBLIC_KEY: vapidKey(65).optional(),
  VAPID_PRIVATE_KEY: vapidKey(32).optional(),
  /** Whom a push service may write to about us: `mailto:` or `https:`. */
  VAPID_SUBJECT: z
    .string()
    .regex(/^(mailto:\S+@\S+|https:\/\/\S+)$/, 'must be a mailto: or https: address')
    .optional(),
  /** Origins that subscriptions may lead to, separated by commas; `*` stands for a name's beginning. */
  PUSH_SERVICES: z
    .string()
    .default(browserMakers)
    .transform((list) => list.split(',').map((origin) => origin.trim())),
})
export type PushConfig = z.infer<typeof pushConfig>

const origin = z.url({ protocol: /^https?$/ }).transform((address) => new URL(address).origin)

const mailConfig = z.object({
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

/** Good for trying things out: anybody can read it here, so it is refused in production. */
export const developmentSecret = 'rehearse-development-secret-not-for-production'

const secret = z.string().min(32, 'must have at least 32 characters')

/** 0 is no limit. */
const perMinute = (standard: number) => z.coerce.number().int().min(0).max(10_000_000).default(standard)

const fields = z.object({
  ...serviceConfig.shape,
  ...databaseConfig.shape,
  ...mailConfig.shape,
  ...oauthConfig.shape,
  ...pushConfig.shape,
  /** Where browsers find us, if that is not where requests say they were sent to. */
  PUBLIC_ORIGIN: z
    .url({ protocol: /^https?$/ })
    .transform((address) => new URL(address).origin)
    .optional(),
  /** Encrypts the signing keys in the database, and derives refresh tokens; the same in every replica. */
  KEY_ENCRYPTION_SECRET: secret.optional(),
  /** The one before, until each replica has begun with the present one: it encrypts the keys anew. */
  KEY_ENCRYPTION_SECRET_PREVIOUS: secret.optional(),
  /** After so many days another key signs. */
  SIGNING_KEY_DAYS: z.coerce.number().int().min(1).max(365).default(30),
  /** The first super admin, made when there is no admin at all. */
  ADMIN_EMAIL: email.optional(),
  ADMIN_PASSWORD: newPassword.optional(),
  /** Whether admins need a second factor: without one, they can sign in only to set it up. */
  ADMIN_TOTP_REQUIRED: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .default(false),
  /** How many requests wait for their turn at the password hash; what comes after is a 429. */
  PASSWORD_QUEUE: z.coerce.number().int().min(0).max(10_000).default(64),
  /** Each one more doubles the work of a password hash. Only tests, which make many accounts, may do with less. */
  PASSWORD_COST: z.coerce.number().int().min(4).max(16).default(BCRYPT_COST),
  RATE_LIMIT_SIGNIN_ACCOUNT: perMinute(10),
  RATE_LIMIT_SIGNIN_ADDRESS: perMinute(100),
  RATE_LIMIT_REGISTER: perMinute(30),
})

const pairs = [
  ['ADMIN_EMAIL', 'ADMIN_PASSWORD'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'],
  ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'],
  ['VAPID_PUBLIC_KEY', 'VAPID_SUBJECT'],
  ['SMTP_URL', 'MAIL_FROM'],
] as const

// A rule that looks at several fields speaks up also when another field is wrong, so that all faults are told at once.
const always = { when: () => true }

export const config = fields
  .refine(({ NODE_ENV, KEY_ENCRYPTION_SECRET: given }) => NODE_ENV !== 'production' || given !== undefined, {
    ...always,
    path: ['KEY_ENCRYPTION_SECRET'],
    error: 'must be set in production',
  })
  .refine(
    ({ NODE_ENV, KEY_ENCRYPTION_SECRET: given }) => NODE_ENV !== 'production' || given !== developmentSecret,
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
    (given) => given.NODE_ENV !== 'production' || !given.SMTP_URL || given.PUBLIC_ORIGIN !== undefined,
    {
      path: ['PUBLIC_ORIGIN'],
      error: 'must be set together with SMTP_URL in production',
    },
  )
  .superRefine((given, context) => {
    for (const { missing, together } of missingHalves(given, pairs)) {
      context.addIssue({ code: 'custom', path: [missing], message: `must be set together with ${together}` })
    }
  })
  .transform((given) => ({
    ...given,
    KEY_ENCRYPTION_SECRET: given.KEY_ENCRYPTION_SECRET ?? developmentSecret,
  }))

export type IdentityConfig = z.infer<typeof config>

/**
 * Settings that come in pairs, such as a client's id and its secret: the names that are missing where the other half is
 * set.
 */
function missingHalves<Name extends string>(
  given: Readonly<Partial<Record<Name, unknown>>>,
  pairs: readonly (readonly [Name, Name])[],
): { missing: Name; together: Name }[] {
  return pairs.flatMap(([one, other]) => {
    if ((given[one] === undefined) === (given[other] === undefined)) return []
    return [given[one] === undefined ? { missing: one, together: other } : { missing: other, together: one }]
  })
}
