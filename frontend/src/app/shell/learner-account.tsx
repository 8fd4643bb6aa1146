import { useQueryClient } from '@tanstack/react-query'
import { LogIn, LogOut, Settings } from 'lucide-react'
import { NavLink, useNavigate } from 'react-router'
import { learnerApi } from '../../shared/api/client.ts'
import { signedOut, useSession } from '../../shared/api/session.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Button } from '../../shared/ui/button.tsx'
import { IconButton } from '../../shared/ui/icon-button.tsx'
import { useLoadingOverlay } from '../../shared/ui/loading-overlay.tsx'
import { useSignInPrompt } from '../../shared/ui/sign-in-prompt.ts'
import { showToast } from '../../shared/ui/toast-store.ts'
import styles from './account.module.css'

export function LearnerAccount() {
  const { account, toast } = useMessages()
  const session = useSession()
  const ask = useSignInPrompt((state) => state.ask)
  const overlay = useLoadingOverlay()
  const queryClient = useQueryClient()
  const navigate = useNavigate()

  const signOut = async () => {
    overlay.show(account.signingOut)
    try {
      await learnerApi.post('/api/auth/logout')
      signedOut(queryClient)
      navigate('/')
    } catch {
      showToast({ tone: 'error', title: toast.error, message: account.signOutFailed })
    } finally {
      overlay.hide()
    }
  }

  if (!session) {
    return (
      <Button className={styles.wide} onClick={() => ask()}>
        <LogIn aria-hidden size={18} />
        {account.signIn}
      </Button>
    )
  }
  return (
    <div className={styles.account}>
      <p className={styles.name} title={session.email}>
        <span className="visually-hidden">{account.signedInAs(session.displayName)}</span>
        <span aria-hidden>{session.displayName}</span>
      </p>
      <NavLink
        to="/settings"
        aria-label={account.settings}
        title={account.settings}
        className={styles.settings ?? ''}
      >
        <Settings aria-hidden size={18} strokeWidth={1.75} />
      </NavLink>
      <IconButton icon={LogOut} label={account.signOut} onClick={() => void signOut()} />
    </div>
  )
}
