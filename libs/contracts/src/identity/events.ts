import { z } from 'zod'
import { envelope } from '../envelope.ts'
import { learnerErased, learnerErasureRequested } from './privacy.ts'
import { preferences } from './profile.ts'

export const identitySubjects = {
  learnerRegistered: 'identity.learner.registered.v1',
  sessionEnded: 'identity.session.ended.v1',
  preferencesChanged: 'identity.preferences.changed.v1',
} as const

export const learnerRegistered = envelope('LearnerRegistered', 1, z.object({ learnerId: z.string() }))
export const sessionEnded = envelope(
  'SessionEnded',
  1,
  z.object({ sessionId: z.string(), subjectId: z.string() }),
)
/** A learner's preferences changed: the part that other services use. */
export const preferencesChanged = envelope(
  'PreferencesChanged',
  1,
  z.object({
    learnerId: z.string(),
    timezone: preferences.shape.timezone,
    /** Missing in messages from before it could be set. */
    targetAccuracy: preferences.shape.targetAccuracy.optional(),
    /** Likewise. */
    language: preferences.shape.language.optional(),
    dailyGoal: preferences.shape.dailyGoal.optional(),
    learningPath: preferences.shape.learningPath.optional(),
    sections: preferences.shape.sections.optional(),
  }),
)
export const identityMessage = z.discriminatedUnion('type', [
  learnerRegistered,
  sessionEnded,
  preferencesChanged,
  learnerErasureRequested,
  learnerErased,
])
export type IdentityMessage = z.infer<typeof identityMessage>
