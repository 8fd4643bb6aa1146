import { CodeXml, Flame, LayoutDashboard, LogIn, LogOut, Route, Settings, SquareCheckBig } from 'lucide-react'
import { type ComponentType, Suspense, useState } from 'react'
import { NavLink } from 'react-router'
import type { SignOutProps } from '../../features/account/sign-out.tsx'
import { useNewNotices } from '../../shared/account/notifications.ts'
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
import { MoreLinks, Shell } from './shell.tsx'

export function LearnerShell() {
  const { nav } = useMessages()
  const format = useFormat()
  const session = useSession()
  const count = useNewNotices(session?.uid)
  const news = count > 0 ? { count: format.number(count), said: nav.news(count) } : undefined
  const items = [
    { to: '/dashboard', label: nav.today, icon: LayoutDashboard },
    { to: '/questions', label: nav.practice, icon: SquareCheckBig },
    { to: '/coding', label: nav.coding, icon: CodeXml },
    { to: '/learning-paths', label: nav.paths, icon: Route },
  ]
  const links = [
    { to: '/progress', label: nav.progress },
    { to: '/flashcards', label: nav.flashcards },
    { to: '/study-plans', label: nav.plans },
    { to: '/ai-mock-interview', label: nav.interview },
    { to: '/preparation-guides', label: nav.guides },
    { to: '/articles', label: nav.articles },
    { to: '/cheatsheet', label: nav.cheatSheets },
    { to: '/resources', label: nav.resources },
    { to: '/jobs', label: nav.jobs },
    ...(session
      ? [
          { to: '/bookmarks', label: nav.bookmarks },
          { to: '/notices', label: nav.notices, news },
        ]
      : []),
  ]
  return (
    <Shell
      home="/"
      items={items}
      score={<Score />}
      search={<SearchButton area="learner" pages={[...items, ...links]} />}
      hasNews={count > 0}
      controls={
        <>
          <MoreLinks links={links} />
          <LearnerAccount />
          <Preferences />
        </>
      }
    />
  )
}

/** Streak and points, in view on every page; they count up when an answer moves them. */
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
  const { account, toast } = useMessages()
  const session = useSession()
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
      <p className={learnerAccountStyles.name} title={session.email}>
        <span className="visually-hidden">{account.signedInAs(session.displayName)}</span>
        <span aria-hidden>{session.displayName}</span>
      </p>
      <NavLink
        to="/settings"
        aria-label={account.settings}
        title={account.settings}
        className={learnerAccountStyles.settings ?? ''}
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
