import { z } from 'zod'
import { envelope } from './envelope.ts'

export const identitySubjects = {
  learnerRegistered: 'identity.learner.registered.v1',
  sessionEnded: 'identity.session.ended.v1',
} as const

export const learnerRegistered = envelope('LearnerRegistered', 1, z.object({ learnerId: z.string() }))
export const sessionEnded = envelope(
  'SessionEnded',
  1,
  z.object({ sessionId: z.string(), subjectId: z.string() }),
)
export const identityMessage = z.discriminatedUnion('type', [learnerRegistered, sessionEnded])
export type IdentityMessage = z.infer<typeof identityMessage>
