import { CodeXml, LayoutDashboard, Route, SquareCheckBig } from 'lucide-react'
import { useNewNotices } from '../../shared/account/new-notices.ts'
import { useSession } from '../../shared/api/session.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { LearnerAccount } from './learner-account.tsx'
import { MoreLinks } from './more-links.tsx'
import { Preferences } from './preferences.tsx'
import { Score } from './score.tsx'
import { SearchButton } from './search-button.tsx'
import { Shell } from './shell.tsx'

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
