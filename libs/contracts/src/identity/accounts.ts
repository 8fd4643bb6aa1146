import { z } from 'zod'
import { personName, success, timestamp } from '../common.ts'
import { PASSWORD_MAX_BYTES, PASSWORD_MIN_CHARACTERS, TEXT_MAX } from '../constants.ts'
import { type PasswordProblem, passwordProblem } from '../password.ts'

/** Cookies with tokens; identity sets them, the gateway turns them into `Authorization: Bearer`. */
export const cookieNames = {
  learner: 'rehearse_token',
  refresh: 'rehearse_refresh',
  admin: 'rehearse_admin',
  /** Not a token: marks a browser that signed in before, which has other limits than a new one. */
  device: 'rehearse_device',
  /** Not a token: shows the page's script that the learner's cookies, which it can't read, exist. */
  signedIn: 'rehearse_signed_in',
  /** The browser's half of a sign-in in progress at another site. */
  oauth: 'rehearse_oauth',
} as const

/** `enrolling_admin`: an admin who signed in but has to set up the required second factor first. */
export const role = z.enum(['learner', 'enrolling_admin', 'author', 'reviewer', 'admin', 'super_admin'])
export type Role = z.infer<typeof role>

/** An email address as stored: trimmed and in lower case, so that one person has one account. */
export const email = z
  .string()
  .max(254)
  .transform((address) => address.trim().toLowerCase())
  .pipe(z.email('must be an email address'))

const notWellFormed = 'must be well-formed Unicode'
const passwordMessages: Record<PasswordProblem, string> = {
  'not-well-formed': notWellFormed,
  'control-character': 'must not contain control characters',
  'too-short': `must have at least ${PASSWORD_MIN_CHARACTERS} characters`,
  'too-long': `must have at most ${PASSWORD_MAX_BYTES} bytes`,
}

/** A new password: characters are code points, bytes are UTF-8, both after preparation. */
export const newPassword = z
  .string()
  .superRefine((text, { addIssue }) => {
    const problem = passwordProblem(text)
    if (problem) addIssue({ code: 'custom', message: passwordMessages[problem] })
  })
  .meta({
    minLength: PASSWORD_MIN_CHARACTERS,
    description: `At least ${PASSWORD_MIN_CHARACTERS} characters, at most ${PASSWORD_MAX_BYTES} bytes in UTF-8, after preparation by RFC 8265 (OpaqueString)`,
  })

/** A password to check against the stored hash, not against the rules for new ones: an impossible one is just wrong. */
export const typedPassword = z
  .string()
  .max(1_024)
  .refine((text) => text.isWellFormed(), notWellFormed)

export const user = z
  .object({
    uid: z.string(),
    email: z.string(),
    displayName: z.string(),
    photoURL: z.string().nullable(),
    provider: z.enum(['password', 'google', 'github']),
    isEmailVerified: z.boolean(),
    createdAt: timestamp,
    lastLoginAt: timestamp.nullable(),
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof user>

export const registerInput = z.object({
  email,
  password: newPassword,
  confirmPassword: z.string(),
  name: personName(TEXT_MAX.displayName),
})
export type RegisterInput = z.infer<typeof registerInput>

export const loginInput = z.object({ email: z.string().max(320), password: typedPassword })

export const signedInReply = success({ user, token: z.string(), expiresAt: timestamp })
export const refreshedReply = success({ token: z.string(), expiresAt: timestamp })
export const meReply = success({ user })

/** The roles of admin accounts, from the least to the most powerful. */
export const adminRole = z.enum(['author', 'reviewer', 'admin', 'super_admin'])
export type AdminRole = z.infer<typeof adminRole>

export const admin = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    role: adminRole,
    isActive: z.boolean(),
    createdAt: timestamp,
    lastLogin: timestamp.nullable(),
  })
  .meta({ id: 'Admin' })
export type Admin = z.infer<typeof admin>

/** POST /api/admin/auth. Both are optional here so that a missing one gets the spec's own message. */
export const adminLoginInput = z.object({
  email: z.string().max(320).nullish(),
  password: typedPassword.nullish(),
  /** From the authenticator app, if the account has a second factor. */
  code: z.string().max(TEXT_MAX.totpCode).nullish(),
  /** Instead of `code`; each is valid once. */
  recoveryCode: z.string().max(TEXT_MAX.recoveryCode).nullish(),
})
export const adminSignedIn = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: adminRole,
  token: z.string(),
  expiresAt: timestamp,
})
export const adminSignedInReply = success({
  admin: adminSignedIn,
  /** The token can only set up the second factor that this installation requires. */
  mustEnroll: z.literal(true).optional(),
})
export const adminSessionReply = success({ admin })

export const setCookieInput = z.object({ token: z.string().max(8_192).nullish() })
export const providersReply = success({
  providers: z.array(z.enum(['google', 'github'])),
  /** Whether a link that signs in can be emailed: see POST /api/auth/sign-in-link. */
  signInLink: z.boolean(),
})

/** JSON Web Key Set (RFC 7517) with identity's public signing keys. */
export const jsonWebKeySet = z
  .object({ keys: z.array(z.looseObject({ kty: z.string(), kid: z.string() })) })
  .meta({ id: 'JsonWebKeySet' })
export type JsonWebKeySet = z.infer<typeof jsonWebKeySet>
