import { ArrowLeftRight, ChartLine, LayoutDashboard, ListChecks, ListPlus, LogOut } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { useAdminSession } from '../../features/admin-session/admin-session.ts'
import { useAdminSessionMessages } from '../../features/admin-session/admin-session-messages.ts'
import SignOut from '../../features/sign-out/sign-out.tsx'
import { IconButton } from '../../shared/ui/icon-button.tsx'
import account from './account.module.css'
import { useAdminNavMessages } from './admin-nav-messages.ts'
import styles from './admin-shell.module.css'
import { LiveAdmin } from './live-admin.tsx'
import { MoreLinks } from './more-links.tsx'
import { Preferences } from './preferences.tsx'
import { SearchButton } from './search-button.tsx'
import { Shell } from './shell.tsx'

export default function AdminShell() {
  const messages = useAdminSessionMessages()
  const nav = useAdminNavMessages()
  const { admin, refetch } = useAdminSession()
  const [leaving, setLeaving] = useState(false)
  const items = [
    { to: '/admin/dashboard', label: nav.dashboard, icon: LayoutDashboard },
    { to: '/admin/questions/unified', label: nav.questions, icon: ListChecks },
    { to: '/admin/content/questions', label: nav.bulkAdd, icon: ListPlus },
    { to: '/admin/reports', label: nav.reports, icon: ChartLine },
  ]
  const links = [
    { to: '/admin/sections', label: nav.sections },
    { to: '/admin/content', label: nav.content, exact: true },
    { to: '/admin/learning-resources', label: nav.learningResources },
    { to: '/admin/audio', label: nav.audio },
    { to: '/admin/backup', label: nav.backup },
    { to: '/admin/users', label: nav.users },
    { to: '/admin/settings', label: nav.settings },
    { to: '/admin/account', label: nav.account },
  ]
  return (
    <>
      {admin && <LiveAdmin adminId={admin.id} onRefused={refetch} />}
      <Shell
        home="/"
        items={admin ? items : []}
        score={<p className={styles.area}>{messages.area}</p>}
        search={admin && <SearchButton area="admin" pages={[...items, ...links]} />}
        controls={
          <>
            {admin && <MoreLinks links={links} />}
            <Link to="/" className={styles.side}>
              <ArrowLeftRight aria-hidden size={18} />
              {nav.learnerSide}
            </Link>
            {admin && (
              <div className={account.account}>
                <p className={account.name}>{admin.email}</p>
                <IconButton icon={LogOut} label={messages.signOut} onClick={() => setLeaving(true)} />
                {leaving && (
                  <Suspense>
                    <SignOut area="admin" onStay={() => setLeaving(false)} />
                  </Suspense>
                )}
              </div>
            )}
            <Preferences />
          </>
        }
      />
    </>
  )
}
