import { useState } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { useSession } from '../../shared/api/session.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Page } from '../../shared/ui/page.tsx'
import styles from './sign-in.module.css'
import { type Mode, SignInOptions, useModeWords } from './sign-in-options.tsx'

/** Signing in as a page: for links, and for users who return from a provider without having signed in. */
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
        <SignInOptions
          mode={mode}
          onMode={setMode}
          onSuccess={() => navigate(returnTo, { replace: true })}
          returnTo={returnTo}
        />
      </div>
    </Page>
  )
}

/** The path to open afterwards, or the start page if it isn't a path of this site: the URL is untrusted. */
export function ownPath(wanted: string | null): string {
  if (!wanted?.startsWith('/') || !URL.canParse(wanted, location.origin)) return '/'
  const { origin, pathname, search, hash } = new URL(wanted, location.origin)
  const isOwnPath = origin === location.origin && !pathname.startsWith('//') && pathname !== '/auth'
  return isOwnPath ? `${pathname}${search}${hash}` : '/'
}
