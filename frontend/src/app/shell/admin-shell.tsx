import { ArrowLeftRight, LayoutDashboard, ListChecks, LogOut } from 'lucide-react'
import { Link } from 'react-router'
import { useAdminSession } from '../../features/admin-session/admin-session.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { IconButton } from '../../shared/ui/icon-button.tsx'
import account from './account.module.css'
import styles from './admin-shell.module.css'
import { Preferences } from './preferences.tsx'
import { Shell } from './shell.tsx'

export default function AdminShell() {
  const { nav, admin: messages } = useMessages()
  const { admin, logout } = useAdminSession()
  return (
    <Shell
      home="/"
      items={
        admin
          ? [
              { to: '/admin/dashboard', label: nav.adminDashboard, icon: LayoutDashboard },
              { to: '/admin/questions/unified', label: nav.adminQuestions, icon: ListChecks },
            ]
          : []
      }
      score={<p className={styles.area}>{messages.area}</p>}
      controls={
        <>
          <Link to="/" className={styles.side}>
            <ArrowLeftRight aria-hidden size={18} />
            {nav.learnerSide}
          </Link>
          {admin && (
            <div className={account.account}>
              <p className={account.name}>{admin.email}</p>
              <IconButton icon={LogOut} label={messages.signOut} onClick={() => void logout()} />
            </div>
          )}
          <Preferences />
        </>
      }
    />
  )
}
