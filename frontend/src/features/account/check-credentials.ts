import type { PasswordRules } from '../../shared/account/password-rules.ts'
import type { Faults } from '../../shared/api/faults.ts'
import type { Messages } from '../../shared/i18n/messages.en.ts'

/** What can be said before asking the server: missing fields, no address, passwords that differ or break the rules. */
export function checkCredentials(
  form: Record<string, string>,
  messages: Messages['signIn'],
  /** Where the form sets a password. */
  rules?: PasswordRules,
): Faults {
  const faults: Faults = {}
  for (const [name, value] of Object.entries(form)) {
    if (value.trim() === '') faults[name] = messages.fieldRequired
  }
  if ('email' in form && !faults.email && !/^\S+@\S+$/.test(form.email?.trim() ?? '')) {
    faults.email = messages.emailInvalid
  }
  if (rules && !faults.password) {
    const problem = rules.problemOf(form.password ?? '')
    if (problem) faults.password = problem
  }
  if ('confirmPassword' in form && !faults.confirmPassword && form.password !== form.confirmPassword) {
    faults.confirmPassword = messages.mismatch
  }
  return faults
}
