import { type FormEvent, useState } from 'react'
import { learnerApi } from '../../shared/api/client.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { useErrorText } from '../../shared/ui/error-text.ts'
import { PasswordField } from '../../shared/ui/password-field.tsx'
import { useFocusFirstFault } from '../../shared/ui/use-focus-first-fault.ts'
import { useAccountMessages } from './messages.en.ts'
import styles from './settings.module.css'
import { useErasure } from './use-erasure.ts'
import { WriteButton } from './write-button.tsx'

/** By the password, which is asked for as the second thought; or by a mailed link where there is none. */
export function EraseForm({ hasPassword }: { hasPassword: boolean }) {
  const { settings, erasure } = useAccountMessages()
  return (
    <>
      <ul className={styles.consequences}>
        {erasure.consequences.map((consequence) => (
          <li key={consequence}>{consequence}</li>
        ))}
      </ul>
      {hasPassword ? (
        <ByPassword />
      ) : (
        <WriteButton
          label={settings.data.mailCode}
          done={settings.data.codeSent}
          write={() => learnerApi.post('/api/users/me/erasure-code')}
        />
      )}
    </>
  )
}

function ByPassword() {
  const { settings, erasure } = useAccountMessages()
  const { signIn } = useMessages()
  const errorText = useErrorText()
  const erasing = useErasure()
  const [faults, setFaults] = useState<{ password?: string }>({})
  const form = useFocusFirstFault(faults)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (erasing.isPending) return
    const password = String(new FormData(event.currentTarget).get('password'))
    setFaults(password === '' ? { password: signIn.fieldRequired } : {})
    if (password !== '') erasing.mutate({ password })
  }
  return (
    <form ref={form} onSubmit={submit} noValidate className={styles.form}>
      {erasing.isError && <Alert tone="error">{errorText(erasing.error, erasure.failed)}</Alert>}
      <PasswordField
        label={settings.data.password}
        name="password"
        autoComplete="current-password"
        required
        error={faults.password}
      />
      <div className={styles.actions}>
        <Button type="submit" variant="danger" pending={erasing.isPending}>
          {erasure.action}
        </Button>
      </div>
    </form>
  )
}
