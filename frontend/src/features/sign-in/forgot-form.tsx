import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { learnerApi } from '../../shared/api/client.ts'
import type { Faults } from '../../shared/api/faults.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { useErrorText } from '../../shared/ui/error-text.ts'
import { TextField } from '../../shared/ui/fields.tsx'
import { useFocusFirstFault } from '../../shared/ui/use-focus-first-fault.ts'
import { checkCredentials } from './check-credentials.ts'
import styles from './sign-in.module.css'

/** Asks for the address and has a link sent there. What it says afterwards is the same for every address. */
export function ForgotForm() {
  const { signIn, mailedLinks } = useMessages()
  const errorText = useErrorText()
  const [faults, setFaults] = useState<Faults>({})
  const forgot = useMutation({
    mutationFn: (body: Record<string, string>) => learnerApi.post('/api/auth/password/forgot', { body }),
  })

  const form = useFocusFirstFault(faults)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const filled = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>
    const found = checkCredentials(filled, signIn)
    setFaults(found)
    if (Object.keys(found).length === 0) forgot.mutate(filled)
  }

  if (forgot.isSuccess) return <Alert tone="success">{signIn.linkSent}</Alert>
  return (
    <form ref={form} onSubmit={submit} noValidate className={styles.form}>
      {forgot.isError && <Alert tone="error">{errorText(forgot.error, mailedLinks.failed)}</Alert>}
      <TextField
        label={signIn.email}
        name="email"
        type="email"
        autoComplete="email"
        required
        autoFocus
        dir="ltr"
        disabled={forgot.isPending}
        error={faults.email}
      />
      <Button type="submit" variant="primary" pending={forgot.isPending}>
        {forgot.isPending ? signIn.submitting : signIn.sendLink}
      </Button>
    </form>
  )
}
