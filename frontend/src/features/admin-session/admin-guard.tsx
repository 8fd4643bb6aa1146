import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { adminSelfQuery, managesContent } from '../../shared/admin/admin-self.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { redirectFlag, useAdminSession } from './admin-session.ts'
import { useAdminSessionMessages } from './messages.en.ts'

const adminResetPage = '/admin/reset-password'
const publicPages = ['/admin', '/admin/login']
/** The pages of authors and reviewers. */
const editorPages = [
  '/admin/reviews',
  '/admin/questions/unified',
  '/admin/learning-resources',
  '/admin/notifications',
  '/admin/comments',
  '/admin/account',
]

/** Lets admins in, sends others to the login, and sends admins away from the login: with one redirect at most. */
export function AdminGuard() {
  const messages = useAdminSessionMessages()
  const { admin, error, isPending, refetch } = useAdminSession()
  const self = useQuery({ ...adminSelfQuery, enabled: admin !== null })
  const { pathname, state } = useLocation()
  const isPublicPage = publicPages.includes(pathname.replace(/\/$/, ''))
  const belongsHere = isPublicPage === (admin === null)
  const settled = !isPending && !error
  const isEditor = self.data !== undefined && !managesContent(self.data)
  const home = isEditor ? '/admin/reviews' : '/admin/dashboard'

  useEffect(() => {
    if (settled && belongsHere) redirectFlag.clear()
  }, [settled, belongsHere])

  // Even if an admin is signed in: the link may be for another account.
  if (pathname === adminResetPage) return <Outlet />
  if (isPending) return isPublicPage ? null : <Skeleton heights={[2.5, 1.5, 8, 20]} />
  if (error && !isPublicPage) {
    return <LoadFailed title={messages.checkFailed} error={error} onRetry={() => void refetch()} />
  }
  // The role decides what the page offers.
  if (admin && self.isLoading) return <Skeleton heights={[2.5, 1.5, 8, 20]} />
  if (admin && belongsHere && isEditor && !editorPages.includes(pathname.replace(/\/$/, ''))) {
    return pathname.startsWith('/admin/dashboard') ? <Navigate to={home} replace /> : <NotForRole />
  }
  if (belongsHere || error) return <Outlet />
  if (admin) return <Navigate to={requestedPage(state) ?? home} replace />
  return <ToLogin />
}

/** The admin page that was opened before the login, from the state of the navigation. */
function requestedPage(state: unknown): string | null {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null
  return typeof from === 'string' && from.startsWith('/admin/') ? from : null
}

function NotForRole() {
  const messages = useAdminSessionMessages()
  return (
    <Page title={messages.notForRole}>
      <EmptyState
        title={messages.notForRoleText}
        action={
          <ButtonLink to="/admin/reviews" variant="primary">
            {messages.toReviews}
          </ButtonLink>
        }
      />
    </Page>
  )
}

function ToLogin() {
  const messages = useAdminSessionMessages()
  const { pathname, search, hash } = useLocation()
  const state = { from: `${pathname}${search}${hash}` }
  const triedBefore = redirectFlag.isSet()
  useEffect(() => redirectFlag.set(), [])
  if (!triedBefore) return <Navigate to="/admin/login" replace state={state} />
  return (
    <Page title={messages.needLogin}>
      <EmptyState
        title={messages.needLoginText}
        action={
          <>
            <ButtonLink to="/admin/login" state={state} variant="primary">
              {messages.toLogin}
            </ButtonLink>
            <ButtonLink to="/">{messages.toHome}</ButtonLink>
          </>
        }
      />
    </Page>
  )
}
