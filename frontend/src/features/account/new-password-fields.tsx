import type { PasswordRules } from '../../shared/account/password-rules.ts'
import type { FieldErrors } from '../../shared/api/api-error.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { PasswordField } from '../../shared/ui/password-field.tsx'

/** The fields for a new password, entered twice. */
export function NewPasswordFields({
  label,
  rules,
  problems,
  disabled,
}: {
  label: string
  rules: PasswordRules
  problems: FieldErrors
  disabled: boolean
}) {
  const { signIn } = useMessages()
  const shared = { autoComplete: 'new-password', required: true, disabled }
  return (
    <>
      <PasswordField {...shared} label={label} name="password" hint={rules.hint} error={problems.password} />
      <PasswordField
        {...shared}
        label={signIn.confirmPassword}
        name="confirmPassword"
        error={problems.confirmPassword}
      />
    </>
  )
}
