import type { AdminChange } from '@rehearse/contracts'
import { useQueryClient } from '@tanstack/react-query'
import {
  ArrowLeftRight,
  ChartLine,
  ClipboardCheck,
  LayoutDashboard,
  ListChecks,
  ListPlus,
  LogOut,
} from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { SignOut } from '../../features/account/sign-out.tsx'
import { useAdminSession } from '../../features/admin-session/admin-session.ts'
import { useAdminSessionMessages } from '../../features/admin-session/messages.en.ts'
import { managesContent, useAdminSelf } from '../../shared/admin/admin-self.ts'
import { refreshOnChange } from '../../shared/admin/live-changes.ts'
import { IconButton } from '../../shared/ui/button.tsx'
import { openLiveConnection } from '../one-connection.ts'
import accountStyles from './account.module.css'
import styles from './admin-shell.module.css'
import { useAdminNavMessages } from './messages.en.ts'
import { NotificationBell } from './notification-bell.tsx'
import { Preferences } from './preferences.tsx'
import { SearchButton } from './search-button.tsx'
import { MoreLinks, Shell } from './shell.tsx'

const AdminSearch = lazy(() => import('./admin-search.tsx'))

export default function AdminShell() {
  const messages = useAdminSessionMessages()
  const nav = useAdminNavMessages()
  const { admin, refetch } = useAdminSession()
  const [leaving, setLeaving] = useState(false)
  const self = useAdminSelf()
  const questions = { to: '/admin/questions/unified', label: nav.questions, icon: ListChecks }
  const reviews = { to: '/admin/reviews', label: nav.reviews, icon: ClipboardCheck }
  const items = managesContent(self)
    ? [
        { to: '/admin/dashboard', label: nav.dashboard, icon: LayoutDashboard },
        questions,
        reviews,
        { to: '/admin/content/questions', label: nav.bulkAdd, icon: ListPlus },
        { to: '/admin/reports', label: nav.reports, icon: ChartLine },
      ]
    : [reviews, questions]
  const account = { to: '/admin/account', label: nav.account }
  const library = { to: '/admin/learning-resources', label: nav.learningResources }
  const managed = [
    { to: '/admin/sections', label: nav.sections },
    { to: '/admin/content', label: nav.content, exact: true },
    library,
    { to: '/admin/translations', label: nav.translations },
    { to: '/admin/audio', label: nav.audio },
    { to: '/admin/images', label: nav.images },
    { to: '/admin/backup', label: nav.backup },
    { to: '/admin/trash', label: nav.trash },
    { to: '/admin/audit', label: nav.audit },
    { to: '/admin/users', label: nav.users },
    { to: '/admin/settings', label: nav.settings },
  ]
  const links = managesContent(self) ? [...managed, account] : [library, account]
  return (
    <>
      {admin && <LiveAdmin adminId={admin.id} onRefused={refetch} />}
      <Shell
        home="/"
        items={admin ? items : []}
        score={<p className={styles.area}>{messages.area}</p>}
        search={
          admin && (
            <>
              <SearchButton>
                {(onClose) => <AdminSearch pages={[...items, ...links]} onClose={onClose} />}
              </SearchButton>
              <NotificationBell />
            </>
          )
        }
        controls={
          <>
            {admin && <MoreLinks links={links} />}
            <Link to="/" className={styles.side}>
              <ArrowLeftRight aria-hidden size={18} />
              {nav.learnerSide}
            </Link>
            {admin && (
              <div className={accountStyles.account}>
                <p className={accountStyles.name}>{admin.email}</p>
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

/** Shows changes by other admins and new answers by learners on the open page. */
function LiveAdmin({ adminId, onRefused }: { adminId: string; onRefused: () => Promise<unknown> }) {
  const queryClient = useQueryClient()
  // biome-ignore lint/correctness/useExhaustiveDependencies: one connection for as long as the admin is signed in.
  useEffect(() => {
    const changed = refreshOnChange(queryClient)
    return openLiveConnection<AdminChange>({
      address: '/api/admin/stream',
      // contracts' `adminChangeEvent`, repeated because importing it would bring the schemas into the bundle.
      event: 'change',
      name: `rehearse-admin-${adminId}`,
      onMessage: ({ topics }) => changed(topics),
      onReopen: () => changed(),
      recover: onRefused,
    })
  }, [adminId, queryClient])
  return null
}
