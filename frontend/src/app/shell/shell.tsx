import type { LucideIcon } from 'lucide-react'
import { Menu } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { Link, NavLink, Outlet, useLocation } from 'react-router'
import { useMessages } from '../../shared/i18n/locale.ts'
import { IconButton } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { ErrorBoundary } from '../../shared/ui/error-fallback.tsx'
import { Logo } from '../../shared/ui/logo.tsx'
import { useSignInPrompt } from '../../shared/ui/sign-in-prompt.ts'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import moreLinksStyles from './more-links.module.css'
import phoneMenuStyles from './phone-menu.module.css'
import styles from './shell.module.css'

/**
 * @property short the label where the bar of a phone has no room for the whole one, of which it is a part
 * @property owns other paths that belong to it
 * @property inMenu on a phone it is in the menu, since the bar has no room
 */
export interface NavItem {
  to: string
  label: string
  short?: string
  icon: LucideIcon
  owns?: readonly string[]
  inMenu?: boolean
}

/**
 * The layout of every page: navigation at the side, or at the bottom on a phone; `score` and `search` are always
 * visible, `controls` are at the bottom of the sidebar and in the phone's menu.
 */
export function Shell({
  home,
  items,
  score,
  search,
  hasUnreadNotifications = false,
  controls,
}: {
  home: string
  items: readonly NavItem[]
  score?: ReactNode
  search?: ReactNode
  /** Whether the phone's menu shows a badge for something new. */
  hasUnreadNotifications?: boolean
  controls: ReactNode
}) {
  const messages = useMessages()
  const { pathname } = useLocation()
  const main = useRef<HTMLElement>(null)
  const shownBefore = useRef(pathname)
  const inMenu = items.filter((item) => item.inMenu)

  // A new page starts at the top, visually and for screen readers.
  useEffect(() => {
    if (shownBefore.current === pathname) return
    shownBefore.current = pathname
    window.scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
  }, [pathname])

  return (
    <div className={styles.shell}>
      <a href="#main" className={styles.skip}>
        {messages.common.skipToContent}
      </a>
      <header className={styles.side}>
        <div className={styles.top}>
          <Link to={home} className={styles.logo}>
            <Logo size="sm" />
          </Link>
          {score}
          {search}
          <PhoneMenu hasUnreadNotifications={hasUnreadNotifications}>
            {inMenu.length > 0 && (
              <nav aria-label={messages.nav.more} className={styles.menuNav}>
                {inMenu.map((item) => (
                  <NavigationLink key={item.to} item={item} />
                ))}
              </nav>
            )}
            {controls}
          </PhoneMenu>
        </div>
        {items.length > 0 && (
          <nav aria-label={messages.nav.label} className={styles.nav}>
            {items.map((item) => (
              <NavigationLink key={item.to} item={item} className={item.inMenu && styles.inMenu} />
            ))}
          </nav>
        )}
        <div className={styles.controls}>{controls}</div>
      </header>
      <main id="main" ref={main} tabIndex={-1} className={styles.main}>
        <ErrorBoundary key={pathname}>
          <Suspense fallback={<Skeleton heights={[2.5, 1.5, 12, 12]} />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
    </div>
  )
}

function NavigationLink({
  item: { to, label, short, icon: Icon, owns = [] },
  className,
}: {
  item: NavItem
  className?: string | false | undefined
}) {
  const { pathname } = useLocation()
  const isWithin = [to, ...owns].some((own) => pathname === own || pathname.startsWith(`${own}/`))
  return (
    <Link
      to={to}
      aria-label={short && label}
      aria-current={pathname === to ? 'page' : isWithin || undefined}
      className={classNames(styles.link, className)}
    >
      <Icon aria-hidden size={20} strokeWidth={1.75} />
      <span className={short && styles.whole}>{label}</span>
      {short && <span className={styles.short}>{short}</span>}
    </Link>
  )
}

const Modal = lazy(() => import('../../shared/ui/modal.tsx'))

/** On a phone, the items that don't fit in the bars. */
function PhoneMenu({
  hasUnreadNotifications,
  children,
}: {
  hasUnreadNotifications: boolean
  children: ReactNode
}) {
  const messages = useMessages()
  const { pathname } = useLocation()
  const [openAt, setOpenAt] = useState<string>()
  const signingIn = useSignInPrompt((state) => state.open)
  // A link or another dialog closes the menu.
  const open = openAt === pathname && !signingIn
  useEffect(() => {
    if (signingIn) setOpenAt(undefined)
  }, [signingIn])
  useEffect(() => {
    const wide = window.matchMedia('(min-width: 60.01rem)')
    const close = () => setOpenAt(undefined)
    wide.addEventListener('change', close)
    return () => wide.removeEventListener('change', close)
  }, [])
  return (
    <div className={phoneMenuStyles.menu}>
      <IconButton
        icon={Menu}
        label={hasUnreadNotifications ? messages.nav.menuWithNews : messages.nav.menu}
        className={hasUnreadNotifications ? phoneMenuStyles.news : undefined}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpenAt(pathname)}
      />
      {open && (
        <Suspense>
          <Modal title={messages.nav.menu} sheet onClose={() => setOpenAt(undefined)}>
            {children}
          </Modal>
        </Suspense>
      )}
    </div>
  )
}

interface MoreLink {
  to: string
  label: string
  /** Set if pages below it belong to another link. */
  exact?: boolean
}

/** The less used pages: in the sidebar on a wide screen, in the menu on a phone. */
export function MoreLinks({ links }: { links: readonly MoreLink[] }) {
  const { nav } = useMessages()
  return (
    <nav aria-label={nav.more} className={moreLinksStyles.more}>
      {links.map(({ to, label, exact = false }) => (
        <NavLink key={to} to={to} end={exact} className={moreLinksStyles.link ?? ''}>
          {label}
        </NavLink>
      ))}
    </nav>
  )
}
