import { z } from 'zod'
import { email, newPassword } from './accounts.ts'

/** A secret that came by mail, as the link's fragment. */
const mailedToken = z.string().max(128)

/** Where the links in mails lead: pages of the frontend that read the token from the fragment, which nobody logs. */
export const mailedPages = {
  verifyEmail: '/auth/verify-email',
  resetPassword: '/auth/reset-password',
  confirmEmail: '/auth/confirm-email',
  eraseAccount: '/auth/erase-account',
  unsubscribe: '/unsubscribe',
} as const

/** POST /api/auth/email/verify, /api/auth/email/confirm, and what a link's page asks first. */
export const mailedTokenInput = z.object({ token: mailedToken })

/** POST /api/auth/password/forgot. */
export const forgotPasswordInput = z.object({ email })

/** POST /api/auth/password/reset. */
export const resetPasswordInput = z.object({
  token: mailedToken,
  password: newPassword,
  confirmPassword: z.string(),
})

/** POST /api/users/me/password. */
export const changePasswordInput = z.object({
  currentPassword: z.string().max(1_024),
  newPassword,
  confirmPassword: z.string(),
})

/** POST /api/users/me/email. */
export const changeEmailInput = z.object({ newEmail: email, password: z.string().max(1_024) })

/** What a learner gets by mail without having just asked for it, and can end from the mail itself. */
export const mailSubscription = z.enum(['reminders', 'achievements'])
export type MailSubscription = z.infer<typeof mailSubscription>
