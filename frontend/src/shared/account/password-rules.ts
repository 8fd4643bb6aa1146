import { PASSWORD_MAX_BYTES, PASSWORD_MIN_CHARACTERS } from '@rehearse/contracts/constants'
import { isSamePassword, passwordProblem } from '@rehearse/contracts/password'
import { useLocale } from '../i18n/locale.ts'

// Not in the message tables: sign-in messages load with the first visit, these forms later.
const messages = {
  en: {
    hint: `At least ${PASSWORD_MIN_CHARACTERS} characters`,
    'not-well-formed': 'This text contains half a character. Type the password again.',
    'control-character': 'Remove line breaks, tabs and other control characters.',
    'too-short': `Use at least ${PASSWORD_MIN_CHARACTERS} characters.`,
    'too-long': `Too long: use at most ${PASSWORD_MAX_BYTES} bytes (${PASSWORD_MAX_BYTES} English letters, fewer in other scripts).`,
  },
  ar: {
    hint: `${PASSWORD_MIN_CHARACTERS} أحرف على الأقل`,
    'not-well-formed': 'يحتوي هذا النص على نصف حرف. اكتب كلمة المرور من جديد.',
    'control-character': 'احذف فواصل الأسطر وعلامات الجدولة وسائر أحرف التحكم.',
    'too-short': `استخدم ${PASSWORD_MIN_CHARACTERS} أحرف على الأقل.`,
    'too-long': `كلمة المرور طويلة: الحد الأقصى ${PASSWORD_MAX_BYTES} بايت (${PASSWORD_MAX_BYTES} حرفًا إنجليزيًا أو ${PASSWORD_MAX_BYTES / 2} حرفًا عربيًا).`,
  },
}

export interface PasswordRules {
  hint: string
  /** The error for an invalid new password; undefined if it's valid. */
  problemOf(password: string): string | undefined
  /** Whether both fields contain the same password. */
  isSame: typeof isSamePassword
}

/** The rules for a new password, the same as the server's, in the user's language. */
export function usePasswordRules(): PasswordRules {
  const texts = messages[useLocale((state) => state.language)]
  return {
    hint: texts.hint,
    isSame: isSamePassword,
    problemOf: (password) => {
      const problem = passwordProblem(password)
      return problem && texts[problem]
    },
  }
}
