import { useMessages } from '../../shared/i18n/locale.ts'
import { ProviderButtons } from './provider-buttons.tsx'
import styles from './sign-in.module.css'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'

export type Mode = 'sign-in' | 'sign-up'

/** All ways to sign in or to sign up, with the link that turns one into the other. */
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
  const joining = mode === 'sign-up'
  return (
    <>
      <ProviderButtons returnTo={returnTo} />
      {joining ? <SignUpForm onSuccess={onSuccess} /> : <SignInForm onSuccess={onSuccess} />}
      <button type="button" className={styles.switch} onClick={() => onMode(joining ? 'sign-in' : 'sign-up')}>
        {joining ? signIn.toSignIn : signIn.toJoin}
      </button>
    </>
  )
}
