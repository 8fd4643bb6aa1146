import { z } from 'zod'
import { shortText, success, timestamp } from '../common.ts'
import { admin, adminSignedIn, email, newPassword } from './accounts.ts'

const adminRole = z.enum(['admin', 'super_admin'])

/** POST /api/admin/admins */
export const newAdminInput = z.object({
  email,
  password: newPassword,
  name: shortText(100),
  role: adminRole.default('admin'),
})
export type NewAdminInput = z.infer<typeof newAdminInput>

/** PATCH /api/admin/admins/{id} */
export const adminChanges = z.object({
  name: shortText(100).optional(),
  role: adminRole.optional(),
  isActive: z.boolean().optional(),
})
export type AdminChanges = z.infer<typeof adminChanges>

/** GET /api/admin/admins: newest first. */
export const adminListReply = success({ data: z.array(admin), count: z.int() })
export const adminReply = success({ data: admin, message: z.string() })

/** Checked against the stored hash, not against the rules for new passwords. */
const shownPassword = z.string().max(1_024)
/** Six digits; spaces are allowed, since authenticator apps show them in two groups. */
const totpCode = z.string().max(20)

/** The page that a password reset link opens; the token is in the fragment, which is never sent to a server. */
export const adminResetPage = '/admin/reset-password'

/** POST /api/admin/auth/password */
export const changeAdminPasswordInput = z.object({ currentPassword: shownPassword, newPassword })

/** POST /api/admin/auth/password/reset */
export const setAdminPasswordInput = z.object({ token: z.string().max(128), password: newPassword })

/** POST /api/admin/admins/{id}/password-reset: `password` is the super admin's own. */
export const resetAdminInput = z.object({
  password: shownPassword,
  removeSecondFactor: z.boolean().default(false),
})
export const resetAdminReply = success({
  data: z.object({
    /** Where the link was mailed; null where no mail server is configured. */
    mailedTo: z.string().nullable(),
    /** A path on this site, returned once; null where it was mailed. */
    link: z.string().nullable(),
    expiresAt: timestamp,
  }),
  message: z.string(),
})

/** GET /api/admin/auth/totp */
export const secondFactorReply = success({
  secondFactor: z.object({
    enabled: z.boolean(),
    /** Whether this installation requires it of admins. */
    required: z.boolean(),
    recoveryCodesLeft: z.int(),
  }),
})

/** POST /api/admin/auth/totp */
export const enrollTotpInput = z.object({ password: shownPassword })
export const enrollTotpReply = success({
  /** Base32, to type into an app that can't scan. */
  secret: z.string(),
  /** The same as an `otpauth://` address, to show as a QR code. */
  uri: z.string(),
})

/** POST /api/admin/auth/totp/confirm */
export const confirmTotpInput = z.object({ code: totpCode })
export const confirmTotpReply = success({
  recoveryCodes: z.array(z.string()),
  /** The full session that follows the one that could only enroll. */
  admin: adminSignedIn.optional(),
})

/** DELETE /api/admin/auth/totp: one of `code` and `recoveryCode` */
export const removeTotpInput = z.object({
  password: shownPassword,
  code: totpCode.nullish(),
  recoveryCode: z.string().max(64).nullish(),
})

/** POST /api/admin/auth/totp/recovery-codes */
export const newRecoveryCodesInput = z.object({ password: shownPassword, code: totpCode })
export const recoveryCodesReply = success({ recoveryCodes: z.array(z.string()) })
