import { type FormEvent, useState } from 'react'
import type { Faults } from '../../shared/api/faults.ts'
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

export function SignInForm({ onSuccess }: { onSuccess: () => void }) {
  const { signIn } = useMessages()
  const errorText = useErrorText()
  const [faults, setFaults] = useState<Faults>({})
  const login = useCredentials('/api/auth/login', onSuccess)

  const form = useFocusFirstFault(faults)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const filled = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>
    const found = checkCredentials(filled, signIn)
    setFaults(found)
    if (Object.keys(found).length === 0) login.mutate(filled)
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className={styles.form}>
      {login.isError && <Alert tone="error">{errorText(login.error, signIn.failed)}</Alert>}
      <TextField
        label={signIn.email}
        name="email"
        type="email"
        autoComplete="email"
        required
        autoFocus
        dir="ltr"
        disabled={login.isPending}
        error={faults.email}
      />
      <PasswordField
        label={signIn.password}
        name="password"
        autoComplete="current-password"
        required
        disabled={login.isPending}
        error={faults.password}
      />
      <Button type="submit" variant="primary" pending={login.isPending}>
        {login.isPending ? signIn.submitting : signIn.submit}
      </Button>
    </form>
  )
}
