import { z } from 'zod'

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
