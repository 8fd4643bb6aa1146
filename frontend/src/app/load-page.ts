import { isValidElement } from 'react'
import { matchRoutes } from 'react-router'
import { routes } from './app-routes.tsx'

/**
 * Loads what an address shows, so that its page comes whole: React holds back what follows a placeholder for 300 ms,
 * and a page asks for its data only when it is there.
 */
export async function loadPage(pathname: string): Promise<void> {
  const isAdmin = /^\/admin(\/|$)/.test(pathname)
  // A page that can't be loaded says so itself.
  const nested = isAdmin ? await import('./admin-routes.tsx').catch(() => undefined) : undefined
  const shown = [
    ...(matchRoutes(routes, pathname) ?? []),
    ...((nested && matchRoutes(nested.adminRoutes, pathname, '/admin')) ?? []),
  ]
  await Promise.allSettled(shown.map(({ route }) => preloadOf(route.element)?.()))
}

function preloadOf(element: unknown): (() => Promise<void>) | undefined {
  const page = isValidElement(element) ? element.type : undefined
  return typeof page === 'function' && 'preload' in page ? (page.preload as () => Promise<void>) : undefined
}
