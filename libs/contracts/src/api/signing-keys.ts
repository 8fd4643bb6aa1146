import { z } from 'zod'
import { success, timestamp } from './common.ts'

/** A key that tokens are, were or will be signed with. */
export const signingKey = z
  .object({
    kid: z.string(),
    state: z.enum(['announced', 'signing', 'retired']),
    createdAt: timestamp,
    /** From when on it signs; a little after its creation, so that everybody knows it by then. */
    signsFrom: timestamp,
    /** When it leaves the key set, the last token it signed having ended; null while nothing follows it. */
    leavesAt: timestamp.nullable(),
  })
  .meta({ id: 'SigningKey' })

/** GET /api/admin/signing-keys: newest first. */
export const signingKeysReply = success({ data: z.array(signingKey), count: z.int() })
/** POST /api/admin/signing-keys */
export const signingKeyRotatedReply = success({ data: signingKey, message: z.string() })
