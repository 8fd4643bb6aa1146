import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * The secret of a mailed link, empty where there is none: after the #, which browsers send to nobody. It leaves the
 * address at once, so that it stays neither on the screen nor in the history, nor goes along to where one signs in.
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
