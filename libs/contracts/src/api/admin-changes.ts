import { z } from 'zod'
import { ADMIN_TOPICS } from '../constants.ts'

export const adminTopic = z.enum(ADMIN_TOPICS)
export type AdminTopic = z.infer<typeof adminTopic>

/** What a message of the admins' live stream carries in its `data`: what has changed, and nothing of how. */
export const adminChange = z.object({ topics: z.array(adminTopic) }).meta({ id: 'AdminChange' })
export type AdminChange = z.infer<typeof adminChange>

/** The `event` field of such messages. */
export const adminChangeEvent = 'change'
