import { email } from '@rehearse/contracts'

/**
 * What was typed at sign-in, as addresses are stored. What can't be anybody's address becomes the empty string, which
 * is nobody's: the search for it, and the comparison after it, take place all the same and cost the same time.
 */
export function addressOf(typed: string): string {
  const parsed = email.safeParse(typed)
  return parsed.success ? parsed.data : ''
}
