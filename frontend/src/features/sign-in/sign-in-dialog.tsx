import { useState } from 'react'
import { useMessages } from '../../shared/i18n/locale.ts'
import Modal from '../../shared/ui/modal.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import styles from './sign-in.module.css'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'

/** One dialog for both: it opens for signing in, and turns to signing up by its lower link. */
export default function SignInDialog({ onClose, onSuccess }: { onClose: () => void; onSuccess: () => void }) {
  const { signIn } = useMessages()
  const [mode, setMode] = useState<'sign-in' | 'sign-up'>('sign-in')
  const joining = mode === 'sign-up'
  return (
    <Modal title={joining ? signIn.joinTitle : signIn.title} onClose={onClose}>
      <p className={styles.subtitle}>{joining ? signIn.joinSubtitle : signIn.subtitle}</p>
      <ProviderButtons />
      {joining ? <SignUpForm onSuccess={onSuccess} /> : <SignInForm onSuccess={onSuccess} />}
      <button
        type="button"
        className={styles.switch}
        onClick={() => setMode(joining ? 'sign-in' : 'sign-up')}
      >
        {joining ? signIn.toSignIn : signIn.toJoin}
      </button>
    </Modal>
  )
}
