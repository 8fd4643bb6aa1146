import type { AdminTopic } from '@rehearse/contracts'

/**
 * The name of what admins read, in the query cache. It begins with the topic by which the live connection tells of changes
 * (see live-changes.ts), so that a page which is open shows them; signing out forgets all of it.
 */
export const adminKey = (topic: AdminTopic, ...rest: readonly unknown[]) =>
  ['admin', 'data', topic, ...rest] as const
