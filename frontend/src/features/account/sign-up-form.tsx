import { type FormEvent, useState } from 'react'
import { usePasswordRules } from '../../shared/account/password-rules.ts'
import { type Faults, faultsOf } from '../../shared/api/faults.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { useErrorText } from '../../shared/ui/error-text.ts'
import { TextField } from '../../shared/ui/fields.tsx'
import { PasswordField } from '../../shared/ui/password-field.tsx'
import { useFocusFirstFault } from '../../shared/ui/use-focus-first-fault.ts'
import { checkCredentials } from './check-credentials.ts'
import styles from './sign-in.module.css'
import { useCredentials } from './use-credentials.ts'

export function SignUpForm({ onSuccess }: { onSuccess: () => void }) {
  const { signIn } = useMessages()
  const errorText = useErrorText()
  const rules = usePasswordRules()
  const [found, setFound] = useState<Faults>({})
  const register = useCredentials('/api/auth/register', onSuccess)
  const faults = { ...faultsOf(register.error), ...found }

  const form = useFocusFirstFault(found)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const filled = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>
    const checked = checkCredentials(filled, signIn, rules)
    setFound(checked)
    if (Object.keys(checked).length === 0) register.mutate(filled)
  }

  const shared = { required: true, disabled: register.isPending }
  return (
    <form ref={form} onSubmit={submit} noValidate className={styles.form}>
      {register.isError && <Alert tone="error">{errorText(register.error, signIn.failed)}</Alert>}
      <TextField
        {...shared}
        label={signIn.name}
        name="name"
        autoComplete="name"
        autoFocus
        error={faults.name}
      />
      <TextField
        {...shared}
        label={signIn.email}
        name="email"
        type="email"
        autoComplete="email"
        dir="ltr"
        error={faults.email}
      />
      <PasswordField
        {...shared}
        label={signIn.password}
        name="password"
        autoComplete="new-password"
        hint={rules.hint}
        error={faults.password}
      />
      <PasswordField
        {...shared}
        label={signIn.confirmPassword}
        name="confirmPassword"
        autoComplete="new-password"
        error={faults.confirmPassword}
      />
      <Button type="submit" variant="primary" pending={register.isPending}>
        {register.isPending ? signIn.submitting : signIn.join}
      </Button>
    </form>
  )
}
