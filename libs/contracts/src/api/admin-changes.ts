import { z } from 'zod'

/** What an admin's pages show, by kind: whoever shows some of it reads it anew when it is told of. */
export const adminTopic = z.enum([
  'questions',
  'imports',
  'places',
  'plans',
  'library',
  'audio',
  'backups',
  'reports',
  'answers',
  'learners',
  'admins',
  'settings',
])
export type AdminTopic = z.infer<typeof adminTopic>

/** What a message of the admins' live stream carries in its `data`: what has changed, and nothing of how. */
export const adminChange = z.object({ topics: z.array(adminTopic) }).meta({ id: 'AdminChange' })
export type AdminChange = z.infer<typeof adminChange>

/** The `event` field of such messages. */
export const adminChangeEvent = 'change'
