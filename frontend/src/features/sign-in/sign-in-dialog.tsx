import { useState } from 'react'
import { useLocation } from 'react-router'
import { useMessages } from '../../shared/i18n/locale.ts'
import Modal from '../../shared/ui/modal.tsx'
import styles from './sign-in.module.css'
import { type Mode, WaysIn } from './ways-in.tsx'

/** One dialog for both: it opens for signing in, and turns to signing up by its lower link. */
export default function SignInDialog({ onClose, onSuccess }: { onClose: () => void; onSuccess: () => void }) {
  const { signIn } = useMessages()
  const { pathname, search, hash } = useLocation()
  const [mode, setMode] = useState<Mode>('sign-in')
  const joining = mode === 'sign-up'
  return (
    <Modal title={joining ? signIn.joinTitle : signIn.title} onClose={onClose}>
      <p className={styles.subtitle}>{joining ? signIn.joinSubtitle : signIn.subtitle}</p>
      <WaysIn mode={mode} onMode={setMode} onSuccess={onSuccess} returnTo={`${pathname}${search}${hash}`} />
    </Modal>
  )
}
