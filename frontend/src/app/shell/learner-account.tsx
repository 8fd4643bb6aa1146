import { LogIn, LogOut, Settings } from 'lucide-react'
import { type ComponentType, Suspense, useState } from 'react'
import { NavLink } from 'react-router'
import type { SignOutProps } from '../../features/sign-out/sign-out.tsx'
import { useSession } from '../../shared/api/session.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Button } from '../../shared/ui/button.tsx'
import { IconButton } from '../../shared/ui/icon-button.tsx'
import { useSignInPrompt } from '../../shared/ui/sign-in-prompt.ts'
import { showToast } from '../../shared/ui/toast-store.ts'
import styles from './account.module.css'

export function LearnerAccount() {
  const { account, toast } = useMessages()
  const session = useSession()
  const ask = useSignInPrompt((state) => state.ask)
  const [SignOut, setSignOut] = useState<ComponentType<SignOutProps>>()

  const signOut = () =>
    import('../../features/sign-out/sign-out.tsx').then(
      (loaded) => setSignOut(() => loaded.default),
      () => showToast({ tone: 'error', title: toast.error, message: account.signOutFailed }),
    )

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
      {SignOut && (
        <Suspense>
          <SignOut area="learner" onStay={() => setSignOut(undefined)} />
        </Suspense>
      )}
    </div>
  )
}
