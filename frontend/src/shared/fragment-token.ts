import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * The secret of an emailed link, empty if there is none. It is in the fragment, which browsers don't send to servers,
 * and is removed from the URL at once, so that it stays neither on screen nor in the history, and doesn't reach the
 * sign-in page.
 */
export function useFragmentToken(): string {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const [token] = useState(() => new URLSearchParams(hash.slice(1)).get('token') ?? '')
  useEffect(() => {
    if (hash !== '') navigate({ pathname, search }, { replace: true })
  }, [pathname, search, hash, navigate])
  return token
}
