import { useState } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { useSession } from '../../shared/api/session.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Page } from '../../shared/ui/page.tsx'
import styles from './sign-in.module.css'
import { type Mode, useModeWords, WaysIn } from './ways-in.tsx'

/** Signing in as a page: for links to it, and for who comes back from another site without having signed in there. */
export function SignInPage() {
  const { signIn } = useMessages()
  const [query] = useSearchParams()
  const [mode, setMode] = useState<Mode>('sign-in')
  const { title, subtitle } = useModeWords(mode)
  const navigate = useNavigate()
  const session = useSession()
  const returnTo = ownPath(query.get('returnTo'))
  if (session) return <Navigate to={returnTo} replace />

  const failure = { google: signIn.googleFailed, github: signIn.githubFailed }[query.get('failed') ?? '']
  return (
    <Page title={title} lead={subtitle}>
      <div className={styles.page}>
        {failure && <Alert tone="error">{failure}</Alert>}
        <WaysIn
          mode={mode}
          onMode={setMode}
          onSuccess={() => navigate(returnTo, { replace: true })}
          returnTo={returnTo}
        />
      </div>
    </Page>
  )
}

/** The path to go on at, or the start page for what is no path of ours: the address is anybody's to write. */
export function ownPath(wanted: string | null): string {
  if (!wanted?.startsWith('/') || !URL.canParse(wanted, location.origin)) return '/'
  const { origin, pathname, search, hash } = new URL(wanted, location.origin)
  const isOurs = origin === location.origin && !pathname.startsWith('//') && pathname !== '/auth'
  return isOurs ? `${pathname}${search}${hash}` : '/'
}
