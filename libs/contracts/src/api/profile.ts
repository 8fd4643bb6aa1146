import { z } from 'zod'
import { shortText, success, timestamp } from './common.ts'
import { user } from './identity.ts'
import { preferences } from './preferences.ts'
import { timeZone } from './progress.ts'

export const signInProvider = z.enum(['google', 'github'])
export type SignInProviderName = z.infer<typeof signInProvider>

/** A picture's address. Never plain http: the page that shows it is not. */
export const photoAddress = z.url({ protocol: /^https$/, error: 'must be an https address' }).max(2_048)

/** The learner's own record: who they are, how they get in, and what they prefer. */
export const profile = z
  .object({
    ...user.shape,
    hasPassword: z.boolean(),
    /** Accounts elsewhere that lead into this one. */
    identities: z.array(
      z.object({ provider: signInProvider, email: z.string().nullable(), linkedAt: timestamp }),
    ),
    timezone: z.string(),
    preferences,
  })
  .meta({ id: 'Profile' })
export type Profile = z.infer<typeof profile>

/** PATCH /api/users/me. What is left out stays; the e-mail address has calls of its own. */
export const profileInput = z.object({
  displayName: shortText(100).optional(),
  photoURL: photoAddress.nullable().optional(),
  timezone: timeZone.optional(),
})
export type ProfileInput = z.infer<typeof profileInput>

export const profileReply = success({ user: profile })
