import { useMessages } from '../../shared/i18n/locale.ts'
import { ForgotForm } from './forgot-form.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import styles from './sign-in.module.css'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'

export type Mode = 'sign-in' | 'sign-up' | 'forgot'

/** What stands above each of them. */
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

/** All ways to sign in, to sign up or to get back in, with the links that turn one into another. */
export function WaysIn({
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
