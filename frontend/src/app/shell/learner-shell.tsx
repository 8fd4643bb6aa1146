import {
  Bell,
  BookOpen,
  CalendarClock,
  ChartLine,
  CodeXml,
  Flame,
  LayoutDashboard,
  LogIn,
  LogOut,
  Route,
  Settings,
  SquareCheckBig,
} from 'lucide-react'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { NavLink, useLocation } from 'react-router'
import type { SignOutProps } from '../../features/account/sign-out.tsx'
import { useUnreadNotifications } from '../../shared/account/notifications.ts'
import { useProgress } from '../../shared/api/progress.ts'
import { useSession } from '../../shared/api/session.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Button, IconButton } from '../../shared/ui/button.tsx'
import { useSignInPrompt } from '../../shared/ui/sign-in-prompt.ts'
import { showToast } from '../../shared/ui/toasts.tsx'
import { useCountUp } from '../../shared/ui/use-count-up.ts'
import learnerAccountStyles from './account.module.css'
import { Preferences } from './preferences.tsx'
import styles from './score.module.css'
import { SearchButton } from './search-button.tsx'
import { type NavItem, Shell } from './shell.tsx'

export function LearnerShell() {
  const { nav } = useMessages()
  const session = useSession()
  const owner = ownerOf(useLocation().search)
  const owned = (to: string) => (owner === to ? ['/questions'] : [])
  const items: NavItem[] = [
    { to: '/dashboard', label: nav.today, icon: LayoutDashboard },
    {
      to: '/practice',
      label: nav.practice,
      icon: SquareCheckBig,
      owns: [...owned('/practice'), '/flashcards', '/study-plans', '/bookmarks'],
    },
    {
      to: '/learning-paths',
      label: nav.paths,
      short: nav.pathsShort,
      icon: Route,
      owns: owned('/learning-paths'),
    },
    { to: '/coding', label: nav.challenges, icon: CodeXml, inMenu: true },
    {
      to: '/interview',
      label: nav.interview,
      icon: CalendarClock,
      owns: ['/ai-mock-interview', ...owned('/interview')],
      inMenu: true,
    },
    {
      to: '/library',
      label: nav.library,
      icon: BookOpen,
      owns: ['/preparation-guides', '/articles', '/cheatsheet', '/resources', '/jobs'],
    },
    { to: '/progress', label: nav.progress, icon: ChartLine, owns: ['/certificates'] },
  ]
  return (
    <Shell
      home="/"
      items={items}
      score={<Score />}
      search={<SearchButton>{(onClose) => <LearnerSearch onClose={onClose} />}</SearchButton>}
      hasUnreadNotifications={useUnreadNotifications(session?.uid) > 0}
      controls={
        <>
          <LearnerAccount />
          <Preferences />
        </>
      }
    />
  )
}

/** The item that a practice session belongs to: the one of its course or its interview, if it has one. */
function ownerOf(search: string): string {
  const settings = new URLSearchParams(search)
  if (settings.has('step')) return '/learning-paths'
  return settings.get('mode') === 'interview' ? '/interview' : '/practice'
}

const LearnerSearch = lazy(() => import('./learner-search.tsx'))

/** Streak and points, visible on every page; they count up when an answer changes them. */
function Score() {
  const messages = useMessages()
  const format = useFormat()
  const session = useSession()
  const { data: progress } = useProgress()
  const streak = progress?.currentStreak ?? 0
  const points = progress?.achievements.totalPoints ?? 0
  const shownStreak = useCountUp(streak)
  const shownPoints = useCountUp(points)
  if (!session) return <span />
  return (
    <p className={styles.score} data-numeric>
      <span className="visually-hidden">
        {messages.account.streak(streak)}
        {messages.common.comma}
        {messages.common.points(points)}
      </span>
      <span aria-hidden className={styles.streak}>
        <Flame size={16} strokeWidth={2} />
        {format.number(shownStreak)}
        <small>{messages.common.days(streak)}</small>
      </span>
      <span aria-hidden className={styles.points}>
        {format.number(shownPoints)}
        <small>{messages.common.pointsWord(points)}</small>
      </span>
    </p>
  )
}

function LearnerAccount() {
  const { account, common, nav, toast } = useMessages()
  const format = useFormat()
  const session = useSession()
  const unreadCount = useUnreadNotifications(session?.uid)
  const ask = useSignInPrompt((state) => state.ask)
  const [SignOut, setSignOut] = useState<ComponentType<SignOutProps>>()

  const signOut = () =>
    import('../../features/account/sign-out.tsx').then(
      (loaded) => setSignOut(() => loaded.SignOut),
      () => showToast({ tone: 'error', title: toast.error, message: account.signOutFailed }),
    )

  if (!session) {
    return (
      <Button className={learnerAccountStyles.wide} onClick={() => ask()}>
        <LogIn aria-hidden size={18} />
        {account.signIn}
      </Button>
    )
  }
  return (
    <div className={learnerAccountStyles.account}>
      <NavLink to="/settings" title={session.email} className={learnerAccountStyles.settings ?? ''}>
        <Settings aria-hidden size={18} strokeWidth={1.75} />
        <span className="visually-hidden">
          {account.settings}
          {common.comma}
          {account.signedInAs(session.displayName)}
        </span>
        <span aria-hidden dir="auto" className={learnerAccountStyles.name}>
          {session.displayName}
        </span>
      </NavLink>
      <NavLink to="/notices" title={nav.notifications} className={learnerAccountStyles.bell ?? ''}>
        <Bell aria-hidden size={18} strokeWidth={1.75} />
        <span className="visually-hidden">{nav.notifications}</span>
        {unreadCount > 0 && (
          <span data-numeric className={learnerAccountStyles.news}>
            <span aria-hidden>{format.number(unreadCount)}</span>
            <span className="visually-hidden">{nav.news(unreadCount)}</span>
          </span>
        )}
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
