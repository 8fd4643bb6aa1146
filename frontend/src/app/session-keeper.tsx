import { useEffect } from 'react'
import { refreshSession } from '../shared/api/client.ts'
import { useSession } from '../shared/api/session.ts'
import { TOKEN_REFRESH_INTERVAL } from '../shared/constants.ts'

/** Renews the token of a signed-in user before it expires. */
export function SessionRefresh() {
  const uid = useSession()?.uid
  useEffect(() => {
    if (!uid) return
    const timer = setInterval(() => void refreshSession(), TOKEN_REFRESH_INTERVAL)
    return () => clearInterval(timer)
  }, [uid])
  return null
}
