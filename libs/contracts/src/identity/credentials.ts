import { z } from 'zod'
import { messageReply, success } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { email, newPassword, signedInReply, typedPassword } from './accounts.ts'

/** An emailed secret, from the link's fragment. */
const mailedToken = z.string().max(128)

/** The pages that emailed links open: they read the token from the fragment, which is never logged. */
export const mailedPages = {
  verifyEmail: '/auth/verify-email',
  resetPassword: '/auth/reset-password',
  confirmEmail: '/auth/confirm-email',
  eraseAccount: '/auth/erase-account',
  signIn: '/auth/sign-in-link',
  unsubscribe: '/unsubscribe',
} as const

/** POST /api/auth/email/verify, /api/auth/email/confirm, and the first request of a link's page. */
export const mailedTokenInput = z.object({ token: mailedToken })

/** POST /api/auth/password/forgot. */
export const forgotPasswordInput = z.object({ email })

/** POST /api/auth/sign-in-link. */
export const signInLinkInput = z.object({ email })

/** POST /api/auth/password/reset. */
export const resetPasswordInput = z.object({
  token: mailedToken,
  password: newPassword,
  confirmPassword: z.string(),
})

/** POST /api/users/me/password. */
export const changePasswordInput = z.object({
  currentPassword: typedPassword,
  newPassword,
  confirmPassword: z.string(),
})

/** POST /api/users/me/email. */
export const changeEmailInput = z.object({ newEmail: email, password: typedPassword })

/** Mail that a learner gets without requesting it, with an unsubscribe link in the mail itself. */
export const mailSubscription = z.enum(['reminders', 'achievements'])
export type MailSubscription = z.infer<typeof mailSubscription>

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/auth/password/forgot',
  service: 'identity',
  access: 'anyone',
  limit: 'REGISTER',
  counts: 'mailed-step',
  summary: 'Request a password reset email',
  body: forgotPasswordInput,
  response: { 200: messageReply },
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/password/reset',
  service: 'identity',
  access: 'anyone',
  limit: 'REGISTER',
  counts: 'mailed-step',
  summary: 'Set a new password with an emailed link; ends all sessions',
  body: resetPasswordInput,
  response: { 200: messageReply },
})

export const requestSignInLink = endpoint({
  method: 'POST',
  path: '/api/auth/sign-in-link',
  service: 'identity',
  access: 'anyone',
  limit: 'REGISTER',
  counts: 'mailed-step',
  summary: 'Request an email with a link that signs in',
  description:
    'For owners whose account is over its sign-in limit because someone else is guessing its password. The response is the same for unknown addresses. `GET /api/auth/providers` reports whether links are available.',
  body: signInLinkInput,
  response: { 200: messageReply },
  errors: {
    sign_in_link_not_offered: { status: 404, description: 'no mail server is configured' },
  },
})

export const signInByLink = endpoint({
  method: 'POST',
  path: '/api/auth/sign-in-link/use',
  service: 'identity',
  access: 'anyone',
  limit: 'REGISTER',
  counts: 'mailed-step',
  summary: 'Sign in with an emailed link, which works once',
  body: mailedTokenInput,
  response: { 200: signedInReply },
})

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/api/auth/email/verify',
  service: 'identity',
  access: 'anyone',
  limit: 'REGISTER',
  counts: 'mailed-step',
  summary: 'Confirm an email address with an emailed link',
  body: mailedTokenInput,
  response: { 200: messageReply },
})

export const sendVerificationEmail = endpoint({
  method: 'POST',
  path: '/api/auth/email/verification',
  service: 'identity',
  access: 'learner',
  limit: 'REGISTER',
  counts: 'mailed-step',
  summary: 'Resend the confirmation email',
  response: { 200: messageReply },
})

export const confirmNewEmail = endpoint({
  method: 'POST',
  path: '/api/auth/email/confirm',
  service: 'identity',
  access: 'learner',
  limit: 'REGISTER',
  counts: 'mailed-step',
  summary: 'Confirm a new email address with an emailed link',
  body: mailedTokenInput,
  response: { 200: messageReply },
})

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/users/me/password',
  service: 'identity',
  access: 'learner',
  limit: 'REGISTER',
  counts: 'password-check',
  summary: 'Change the password; ends all other sessions',
  body: changePasswordInput,
  response: { 200: messageReply },
})

export const changeEmail = endpoint({
  method: 'POST',
  path: '/api/users/me/email',
  service: 'identity',
  access: 'learner',
  limit: 'REGISTER',
  counts: 'email-change',
  summary: 'Request a change of the email address: sends a link to the new one',
  body: changeEmailInput,
  response: { 200: messageReply },
})

export const openUnsubscribePage = endpoint({
  method: 'GET',
  path: '/api/unsubscribe/:token',
  service: 'identity',
  access: 'anyone',
  summary: 'Redirect to the unsubscribe page',
  params: z.object({ token: z.string().max(128) }),
  response: { 303: z.null() },
})

export const unsubscribe = endpoint({
  method: 'POST',
  path: '/api/unsubscribe/:token',
  service: 'identity',
  access: 'anyone',
  summary: 'Unsubscribe in one click from the kind of email with this token',
  params: z.object({ token: z.string().max(128) }),
  response: { 200: success({ message: z.string(), subscription: mailSubscription }) },
})
