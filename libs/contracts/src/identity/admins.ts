import { z } from 'zod'
import { messageReply, personName, repeatableHeaders, success, timestamp } from '../common.ts'
import { TEXT_MAX } from '../constants.ts'
import { endpoint } from '../endpoint.ts'
import {
  admin,
  adminLoginInput,
  adminRole,
  adminSessionReply,
  adminSignedIn,
  adminSignedInReply,
  email,
  newPassword,
  typedPassword,
} from './accounts.ts'

/** POST /api/admin/admins */
export const newAdminInput = z.object({
  email,
  password: newPassword,
  name: personName(TEXT_MAX.adminName),
  role: adminRole.default('admin'),
})
export type NewAdminInput = z.infer<typeof newAdminInput>

/** PATCH /api/admin/admins/{id} */
export const adminChanges = z.object({
  name: personName(TEXT_MAX.adminName).optional(),
  role: adminRole.optional(),
  isActive: z.boolean().optional(),
})
export type AdminChanges = z.infer<typeof adminChanges>

/** GET /api/admin/editors: the names of everyone with an admin account, by name. */
export const editorListReply = success({
  data: z.array(admin.pick({ id: true, name: true, role: true, isActive: true })),
})

/** GET /api/admin/admins: newest first. */
export const adminListReply = success({ data: z.array(admin), count: z.int() })
export const adminReply = success({ data: admin, message: z.string() })

/** Six digits; spaces are allowed, since authenticator apps show them in two groups. */
const totpCode = z.string().max(TEXT_MAX.totpCode)

/** The page that a password reset link opens; the token is in the fragment, which is never sent to a server. */
export const adminResetPage = '/admin/reset-password'

/** One of both, from an admin with a second factor. */
const secondFactor = {
  code: totpCode.nullish(),
  recoveryCode: z.string().max(TEXT_MAX.recoveryCode).nullish(),
}

/** POST /api/admin/auth/password */
export const changeAdminPasswordInput = z.object({
  currentPassword: typedPassword,
  newPassword,
  ...secondFactor,
})

/** POST /api/admin/auth/password/reset */
export const setAdminPasswordInput = z.object({ token: z.string().max(128), password: newPassword })

/** POST /api/admin/admins/{id}/password-reset: the password and the second factor are the super admin's own. */
export const resetAdminInput = z.object({
  password: typedPassword,
  removeSecondFactor: z.boolean().default(false),
  ...secondFactor,
})
export const resetAdminReply = success({
  data: z.object({
    /** The address that the link was emailed to; null if no mail server is configured. */
    mailedTo: z.string().nullable(),
    /** A path on this site, returned once; null if it was emailed. */
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
export const enrollTotpInput = z.object({ password: typedPassword })
export const enrollTotpReply = success({
  /** Base32, to type into an app that can't scan. */
  secret: z.string(),
  /** The same as an `otpauth://` URI, to show as a QR code. */
  uri: z.string(),
})

/** POST /api/admin/auth/totp/confirm */
export const confirmTotpInput = z.object({ code: totpCode })
export const confirmTotpReply = success({
  recoveryCodes: z.array(z.string()),
  /** The full session that replaces the one that could only enroll. */
  admin: adminSignedIn.optional(),
})

/** DELETE /api/admin/auth/totp */
export const removeTotpInput = z.object({ password: typedPassword, ...secondFactor })

/** POST /api/admin/auth/totp/recovery-codes */
export const newRecoveryCodesInput = z.object({ password: typedPassword, code: totpCode })
export const recoveryCodesReply = success({ recoveryCodes: z.array(z.string()) })

export const logInAdmin = endpoint({
  method: 'POST',
  path: '/api/admin/auth',
  service: 'identity',
  access: 'anyone',
  limit: 'SIGNIN',
  counts: 'admin-sign-in',
  summary: 'Sign in as an admin',
  body: adminLoginInput,
  response: { 200: adminSignedInReply },
})

export const getAdminSession = endpoint({
  method: 'GET',
  path: '/api/admin/auth',
  service: 'identity',
  access: 'author',
  tokenReadBy: 'upstream',
  summary: 'Get the signed-in admin',
  response: { 200: adminSessionReply },
})

export const logOutAdmin = endpoint({
  method: 'DELETE',
  path: '/api/admin/auth',
  service: 'identity',
  access: 'admin-enrollment',
  tokenReadBy: 'upstream',
  summary: 'Sign out as an admin',
  response: { 200: messageReply },
})

export const changeAdminPassword = endpoint({
  method: 'POST',
  path: '/api/admin/auth/password',
  service: 'identity',
  access: 'author',
  limit: 'REGISTER',
  counts: 'password-check',
  summary: 'Change your admin password; ends all other sessions',
  body: changeAdminPasswordInput,
  response: { 200: messageReply },
})

export const resetAdminPassword = endpoint({
  method: 'POST',
  path: '/api/admin/auth/password/reset',
  service: 'identity',
  access: 'anyone',
  limit: 'REGISTER',
  counts: 'mailed-step',
  summary: 'Set a new admin password with a reset link',
  body: setAdminPasswordInput,
  response: { 200: messageReply },
})

export const getSecondFactor = endpoint({
  method: 'GET',
  path: '/api/admin/auth/totp',
  service: 'identity',
  access: 'admin-enrollment',
  summary: 'Get the state of your second factor',
  response: { 200: secondFactorReply },
})

export const enrollSecondFactor = endpoint({
  method: 'POST',
  path: '/api/admin/auth/totp',
  service: 'identity',
  access: 'admin-enrollment',
  limit: 'REGISTER',
  counts: 'password-check',
  summary: 'Start setting up a second factor',
  body: enrollTotpInput,
  response: { 200: enrollTotpReply },
})

export const removeSecondFactor = endpoint({
  method: 'DELETE',
  path: '/api/admin/auth/totp',
  service: 'identity',
  access: 'author',
  limit: 'REGISTER',
  counts: 'password-check',
  summary: 'Remove your second factor; ends all other sessions, and this one if it is required',
  body: removeTotpInput,
  response: { 200: messageReply },
})

export const confirmSecondFactor = endpoint({
  method: 'POST',
  path: '/api/admin/auth/totp/confirm',
  service: 'identity',
  access: 'admin-enrollment',
  limit: 'REGISTER',
  counts: 'password-check',
  summary: 'Confirm the second factor with a code; ends all other sessions',
  body: confirmTotpInput,
  response: { 200: confirmTotpReply },
})

export const createRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/admin/auth/totp/recovery-codes',
  service: 'identity',
  access: 'author',
  limit: 'REGISTER',
  counts: 'password-check',
  summary: 'Replace all recovery codes',
  body: newRecoveryCodesInput,
  response: { 200: recoveryCodesReply },
})

export const listEditors = endpoint({
  method: 'GET',
  path: '/api/admin/editors',
  service: 'identity',
  access: 'author',
  summary: 'List the names and roles of everyone with an admin account, for assigning reviews',
  response: { 200: editorListReply },
})

export const listAdmins = endpoint({
  method: 'GET',
  path: '/api/admin/admins',
  service: 'identity',
  access: 'super_admin',
  summary: 'List all admins, newest first',
  response: { 200: adminListReply },
})

export const createAdmin = endpoint({
  method: 'POST',
  path: '/api/admin/admins',
  service: 'identity',
  access: 'super_admin',
  summary: 'Create an account for an author, a reviewer or an admin',
  headers: repeatableHeaders,
  body: newAdminInput,
  response: { 201: adminReply },
})

export const updateAdmin = endpoint({
  method: 'PATCH',
  path: '/api/admin/admins/:id',
  service: 'identity',
  access: 'super_admin',
  summary: 'Rename, promote, deactivate or reactivate an admin',
  params: z.object({ id: z.string().max(100) }),
  body: adminChanges,
  response: { 200: adminReply },
})

export const sendAdminPasswordReset = endpoint({
  method: 'POST',
  path: '/api/admin/admins/:id/password-reset',
  service: 'identity',
  access: 'super_admin',
  limit: 'REGISTER',
  counts: 'password-check',
  summary: 'Reset an admin’s password, and remove a lost second factor; ends all their sessions',
  params: z.object({ id: z.string().max(100) }),
  body: resetAdminInput,
  response: { 200: resetAdminReply },
})
