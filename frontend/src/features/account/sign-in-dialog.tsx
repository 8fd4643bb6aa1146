import { useState } from 'react'
import { useLocation } from 'react-router'
import Modal from '../../shared/ui/modal.tsx'
import { useSignInPrompt } from '../../shared/ui/sign-in-prompt.ts'
import styles from './sign-in.module.css'
import { type Mode, SignInOptions, useModeWords } from './sign-in-options.tsx'

/** One dialog for every sign-in method: it opens with the sign-in form, and its links switch to the others. */
export function SignInDialog({ onClose, onSuccess }: { onClose: () => void; onSuccess: () => void }) {
  const { pathname, search, hash } = useLocation()
  const joining = useSignInPrompt((state) => state.joining)
  const [mode, setMode] = useState<Mode>(joining ? 'sign-up' : 'sign-in')
  const { title, subtitle } = useModeWords(mode)
  return (
    <Modal title={title} onClose={onClose}>
      <p className={styles.subtitle}>{subtitle}</p>
      <SignInOptions
        mode={mode}
        onMode={setMode}
        onSuccess={onSuccess}
        returnTo={`${pathname}${search}${hash}`}
      />
    </Modal>
  )
}
