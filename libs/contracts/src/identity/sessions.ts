import { z } from 'zod'
import { success, timestamp, uuid } from '../common.ts'

/** A device that somebody is signed in on. */
export const deviceSession = z
  .object({
    id: uuid,
    /** In plain words: `Firefox on Windows`. */
    device: z.string(),
    /** The network it was signed in from, the rest of the address left out: `203.0.113.x`. */
    address: z.string().nullable(),
    createdAt: timestamp,
    /** At sign-in or at the latest refresh: so exact to about an hour. */
    lastUsedAt: timestamp,
    /** Whether it is the session that asks. */
    current: z.boolean(),
  })
  .meta({ id: 'DeviceSession' })
export type DeviceSession = z.infer<typeof deviceSession>

/** GET /api/auth/sessions: the last used first. */
export const deviceSessionsReply = success({ data: z.array(deviceSession), count: z.int() })
/** DELETE /api/auth/sessions: all but the one that asks. */
export const otherSessionsEndedReply = success({ ended: z.int(), message: z.string() })

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
