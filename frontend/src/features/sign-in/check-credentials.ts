import type { Faults } from '../../shared/api/faults.ts'
import type { Messages } from '../../shared/i18n/messages/en.ts'

/** What can be said before asking the server: missing fields, no address, passwords that differ. */
export function checkCredentials(form: Record<string, string>, messages: Messages['signIn']): Faults {
  const faults: Faults = {}
  for (const [name, value] of Object.entries(form)) {
    if (value.trim() === '') faults[name] = messages.fieldRequired
  }
  if ('email' in form && !faults.email && !/^\S+@\S+$/.test(form.email?.trim() ?? '')) {
    faults.email = messages.emailInvalid
  }
  if ('confirmPassword' in form && !faults.confirmPassword && form.password !== form.confirmPassword) {
    faults.confirmPassword = messages.mismatch
  }
  return faults
}
