import { z } from 'zod'
import { success, timestamp, uuid } from './common.ts'

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
