import { useMutation, useQuery } from '@tanstack/react-query'
import { usePasswordRules } from '../../shared/account/password-rules.ts'
import { redirectToProvider } from '../../shared/account/provider-sign-in.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { learnerApi } from '../../shared/api/client.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { TextField } from '../../shared/ui/fields.tsx'
import { useErrorText, useFieldErrors } from '../../shared/ui/load-failed.tsx'
import { PasswordField } from '../../shared/ui/password-field.tsx'
import { useCheckedForm, useCredentials } from './credentials.ts'
import { useAccountMessages } from './messages.en.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import styles from './sign-in.module.css'

export type Mode = 'sign-in' | 'sign-up' | 'forgot'

/** The title and text of each form. */
export function useModeWords(mode: Mode): { title: string; subtitle: string } {
  const { signIn } = useMessages()
  switch (mode) {
    case 'sign-in':
      return { title: signIn.title, subtitle: signIn.subtitle }
    case 'sign-up':
      return { title: signIn.joinTitle, subtitle: signIn.joinSubtitle }
    case 'forgot':
      return { title: signIn.forgotTitle, subtitle: signIn.forgotSubtitle }
  }
}

/** The forms to sign in, to sign up and to reset a password, with links between them. */
export function SignInOptions({
  mode,
  onMode,
  onSuccess,
  returnTo,
}: {
  mode: Mode
  onMode: (mode: Mode) => void
  onSuccess: () => void
  returnTo: string
}) {
  const { signIn } = useMessages()
  const turn = (to: Mode, label: string) => (
    <button type="button" className={styles.switch} onClick={() => onMode(to)}>
      {label}
    </button>
  )
  switch (mode) {
    case 'sign-in':
      return (
        <>
          <ProviderButtons returnTo={returnTo} />
          <SignInForm onSuccess={onSuccess} />
          {turn('forgot', signIn.forgot)}
          {turn('sign-up', signIn.toJoin)}
        </>
      )
    case 'sign-up':
      return (
        <>
          <ProviderButtons returnTo={returnTo} />
          <SignUpForm onSuccess={onSuccess} />
          {turn('sign-in', signIn.toSignIn)}
        </>
      )
    case 'forgot':
      return (
        <>
          <ForgotForm />
          {turn('sign-in', signIn.back)}
        </>
      )
  }
}

/** How this installation lets learners sign in besides a password; none until it's known. */
function useSignInMethods(): { providers: readonly ('google' | 'github')[]; signInLink: boolean } {
  const { data } = useQuery({
    queryKey: ['auth', 'providers'],
    queryFn: ({ signal }) => learnerApi.get('/api/auth/providers', { signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? { providers: [], signInLink: false }
}

/**
 * Sign-in with a provider's account; only configured providers are offered. It navigates to the provider and back,
 * and ends at `returnTo`.
 */
function ProviderButtons({ returnTo }: { returnTo: string }) {
  const { signIn } = useMessages()
  const { providers } = useSignInMethods()
  if (providers.length === 0) return null
  const query = new URLSearchParams({ returnTo })
  return (
    <div className={styles.providers}>
      {providers.map((provider) => (
        <a
          key={provider}
          href={`/api/auth/oauth/${provider}?${query}`}
          className={styles.provider}
          onClick={redirectToProvider}
        >
          {signIn[provider]}
        </a>
      ))}
      <p className={styles.or}>{signIn.or}</p>
    </div>
  )
}

/** Asks for the email address and sends a link there. The confirmation is the same for every address. */
function ForgotForm() {
  const { signIn } = useMessages()
  const { mailedLinks } = useAccountMessages()
  const errorText = useErrorText()
  const forgot = useMutation({
    mutationFn: (body: Record<string, string>) => learnerApi.post('/api/auth/password/forgot', { body }),
  })
  const { problems, form } = useCheckedForm(forgot.mutate)

  if (forgot.isSuccess) return <Alert tone="success">{signIn.linkSent}</Alert>
  return (
    <form {...form} className={styles.form}>
      {forgot.isError && <Alert tone="error">{errorText(forgot.error, mailedLinks.failed)}</Alert>}
      <EmailField autoFocus disabled={forgot.isPending} error={problems.email} />
      <Button type="submit" variant="primary" pending={forgot.isPending}>
        {forgot.isPending ? signIn.submitting : signIn.sendLink}
      </Button>
    </form>
  )
}

function EmailField(props: { autoFocus?: true; disabled: boolean; error: string | undefined }) {
  const { signIn } = useMessages()
  return (
    <TextField
      {...props}
      label={signIn.email}
      name="email"
      type="email"
      autoComplete="email"
      required
      dir="ltr"
    />
  )
}

function SignInForm({ onSuccess }: { onSuccess: () => void }) {
  const { signIn } = useMessages()
  const errorText = useErrorText()
  const login = useCredentials('/api/auth/login', onSuccess)
  const { problems, form } = useCheckedForm(login.mutate)

  return (
    <form {...form} className={styles.form}>
      {login.isError &&
        (isOverLimit(login.error) ? (
          <OverLimit email={login.variables.email ?? ''} />
        ) : (
          <Alert tone="error">{errorText(login.error, signIn.failed)}</Alert>
        ))}
      <EmailField autoFocus disabled={login.isPending} error={problems.email} />
      <PasswordField
        label={signIn.password}
        name="password"
        autoComplete="current-password"
        required
        disabled={login.isPending}
        error={problems.password}
      />
      <Button type="submit" variant="primary" pending={login.isPending}>
        {login.isPending ? signIn.submitting : signIn.submit}
      </Button>
    </form>
  )
}

const isOverLimit = (error: unknown) => error instanceof ApiError && error.status === 429

/** Too many sign-ins, perhaps by someone who is guessing: the account's inbox is a way in that only its owner has. */
function OverLimit({ email }: { email: string }) {
  const { errors } = useMessages()
  const { signInLink: messages, mailedLinks } = useAccountMessages()
  const errorText = useErrorText()
  const { signInLink: isOffered } = useSignInMethods()
  const request = useMutation({
    mutationFn: () => learnerApi.post('/api/auth/sign-in-link', { body: { email } }),
  })
  if (request.isSuccess) return <Alert tone="success">{messages.sent}</Alert>
  if (!isOffered) return <Alert tone="error">{errors.tooMany}</Alert>
  return (
    <Alert
      tone="error"
      action={
        <Button pending={request.isPending} onClick={() => request.mutate()}>
          {messages.request}
        </Button>
      }
    >
      <p>{request.isError ? errorText(request.error, mailedLinks.failed) : messages.overLimit}</p>
    </Alert>
  )
}

function SignUpForm({ onSuccess }: { onSuccess: () => void }) {
  const { signIn } = useMessages()
  const errorText = useErrorText()
  const rules = usePasswordRules()
  const register = useCredentials('/api/auth/register', onSuccess)
  const { problems: found, form } = useCheckedForm(register.mutate, rules)
  const problems = { ...useFieldErrors()(register.error), ...found }

  return (
    <form {...form} className={styles.form}>
      {register.isError && <Alert tone="error">{errorText(register.error, signIn.failed)}</Alert>}
      <TextField
        required
        disabled={register.isPending}
        label={signIn.name}
        name="name"
        autoComplete="name"
        autoFocus
        error={problems.name}
      />
      <EmailField disabled={register.isPending} error={problems.email} />
      <NewPasswordFields
        disabled={register.isPending}
        label={signIn.password}
        rules={rules}
        problems={problems}
      />
      <Button type="submit" variant="primary" pending={register.isPending}>
        {register.isPending ? signIn.submitting : signIn.join}
      </Button>
    </form>
  )
}
