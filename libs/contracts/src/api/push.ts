import { z } from 'zod'
import { success } from './common.ts'

const base64url = (bytes: number) =>
  z
    .string()
    .max(200)
    .regex(/^[A-Za-z0-9_-]+={0,2}$/, 'must be base64url')
    .refine(
      (text) => Math.floor((text.replace(/={0,2}$/, '').length * 3) / 4) === bytes,
      `must hold ${bytes} bytes`,
    )

/** What a browser's `PushSubscription.toJSON()` gives. */
export const pushSubscriptionInput = z.object({
  endpoint: z.url().max(2_048),
  keys: z.object({
    /** The device's public key, a point on P-256. */
    p256dh: base64url(65),
    auth: base64url(16),
  }),
})
export type PushSubscriptionInput = z.infer<typeof pushSubscriptionInput>

export const pushSubscriptionRemoval = z.object({ endpoint: z.string().max(2_048) })

/** The key that browsers subscribe with; null where push is not offered. */
export const pushKeyReply = success({ publicKey: z.string().nullable() })
