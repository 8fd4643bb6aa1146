import { email } from '@rehearse/contracts'

/**
 * Normalizes the email typed at sign-in like stored emails. Invalid input becomes the empty string, which no account
 * has, so that the lookup and the password comparison still take the same time.
 */
export function normalizeEmail(typed: string): string {
  const parsed = email.safeParse(typed)
  return parsed.success ? parsed.data : ''
}
