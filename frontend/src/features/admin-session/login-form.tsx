import { useMutation } from '@tanstack/react-query'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { ApiError } from '../../shared/api/api-error.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { TextField } from '../../shared/ui/fields.tsx'
import { PageTitle } from '../../shared/ui/page.tsx'
import styles from './admin-session.module.css'
import { type Credentials, useAdminSession } from './admin-session.ts'
import { useAdminSessionMessages } from './messages.en.ts'

// Most sign-ins need neither.
const EnterCode = lazy(async () => ({ default: (await import('./two-step.tsx')).EnterCode }))
const Enroll = lazy(async () => ({ default: (await import('./two-step.tsx')).Enroll }))

export function LoginForm() {
  const { begin, login } = useAdminSession()
  const [next, setNext] = useState<{ step: 'code' | 'enroll'; credentials: Credentials }>()
  const onBack = () => setNext(undefined)
  if (!next) return <CredentialsForm onNext={(step, credentials) => setNext({ step, credentials })} />
  return (
    <Suspense>
      {next.step === 'code' ? (
        <EnterCode send={(factor) => login({ ...next.credentials, ...factor })} onBack={onBack} />
      ) : (
        <Enroll password={next.credentials.password} onDone={begin} onBack={onBack} />
      )}
    </Suspense>
  )
}

function CredentialsForm({
  onNext,
}: {
  onNext: (step: 'code' | 'enroll', credentials: Credentials) => void
}) {
  const messages = useAdminSessionMessages()
  const errorText = useLoginErrorText()
  const { login } = useAdminSession()
  const attempt = useMutation({
    mutationFn: login,
    onSuccess: ({ mustEnroll }, credentials) => mustEnroll && onNext('enroll', credentials),
    onError: (error, credentials) => needsCode(error) && onNext('code', credentials),
  })

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    attempt.mutate({ email: String(form.get('email')), password: String(form.get('password')) })
  }

  return (
    <div className={styles.login}>
      <PageTitle>{messages.loginTitle}</PageTitle>
      <h1>{messages.loginTitle}</h1>
      <p className={styles.lead}>{messages.loginLead}</p>
      <form onSubmit={submit} className={styles.loginForm}>
        {attempt.isError && !needsCode(attempt.error) && (
          <Alert
            tone="error"
            action={
              isOverLimit(attempt.error) && (
                <Button onClick={() => onNext('code', attempt.variables)}>{messages.loginWithCode}</Button>
              )
            }
          >
            <p>{errorText(attempt.error)}</p>
          </Alert>
        )}
        <TextField
          label={messages.email}
          name="email"
          type="email"
          autoComplete="username"
          dir="ltr"
          disabled={attempt.isPending}
        />
        <TextField
          label={messages.password}
          name="password"
          type="password"
          autoComplete="current-password"
          dir="ltr"
          disabled={attempt.isPending}
        />
        <Button type="submit" variant="primary" pending={attempt.isPending}>
          {attempt.isPending ? messages.loggingIn : messages.login}
        </Button>
      </form>
    </div>
  )
}

/** The password was correct, and the account has a second factor. */
const needsCode = (error: unknown) => error instanceof ApiError && error.code === 'totp_required'

/** Beyond the account's limit, a code from its second factor still lets its owner in. */
const isOverLimit = (error: unknown) => error instanceof ApiError && error.status === 429

/** The server's error; without a response, the kind of failure. */
function useLoginErrorText() {
  const messages = useAdminSessionMessages()
  const { errors } = useMessages()
  return (error: unknown): string => {
    if (!(error instanceof ApiError)) return messages.loginUnexpected
    if (error.status === 0) return messages.authenticationFailed
    return errors.fromServer(error.code, error.message) || messages.loginFailed
  }
}
