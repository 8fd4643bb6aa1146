import { type MutationFunction, useMutation, useQueryClient } from '@tanstack/react-query'
import { Navigate } from 'react-router'
import { finishSignOut } from '../../shared/account/sign-out.ts'
import { learnerApi } from '../../shared/api/client.ts'
import { signedIn, useSession, useSessionKnown } from '../../shared/api/session.ts'
import { useFragmentToken } from '../../shared/fragment-token.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { useErrorText } from '../../shared/ui/load-failed.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { useSignInPrompt } from '../../shared/ui/sign-in-prompt.ts'
import styles from './mailed-link.module.css'
import { useAccountMessages } from './messages.en.ts'

export function VerifyEmail() {
  return (
    <MailedLink
      kind="verifyEmail"
      follow={(token) => learnerApi.post('/api/auth/email/verify', { body: { token } })}
    />
  )
}

export function ConfirmEmail() {
  const { settings } = useAccountMessages()
  return (
    <MailedLink
      kind="confirmEmail"
      signInFirst={settings.signIn.confirmSignIn}
      follow={(token) => learnerApi.post('/api/auth/email/confirm', { body: { token } })}
    />
  )
}

export function SignInLink() {
  const queryClient = useQueryClient()
  const token = useFragmentToken()
  const session = useSession()
  // The page reloads when another account was signed in here.
  if (token === '' && session) return <Navigate to="/" replace />
  return (
    <MailedLink
      kind="signIn"
      follow={async (token) => {
        // An earlier sign-out that finishes later would end this session.
        await finishSignOut()
        const { user } = await learnerApi.post('/api/auth/sign-in-link/use', { body: { token } })
        signedIn(queryClient, user)
      }}
    />
  )
}

export function Unsubscribe() {
  return (
    <MailedLink
      kind="unsubscribe"
      follow={(token) => learnerApi.post(`/api/unsubscribe/${encodeURIComponent(token)}`, { body: {} })}
    />
  )
}

/** A page that an email links to. It acts only when its button is pressed, because mail scanners open links too. */
function MailedLink({
  kind,
  signInFirst,
  follow,
}: {
  kind: 'verifyEmail' | 'confirmEmail' | 'signIn' | 'unsubscribe'
  /** The text for a visitor, if the link works only for the account that requested it. */
  signInFirst?: string
  follow: MutationFunction<unknown, string>
}) {
  const { account } = useMessages()
  const { mailedLinks } = useAccountMessages()
  const words = mailedLinks[kind]
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const token = useFragmentToken()
  const session = useSession()
  const isKnown = useSessionKnown()
  const ask = useSignInPrompt((state) => state.ask)
  const needsSignIn = signInFirst !== undefined && session === null && isKnown
  const following = useMutation({
    mutationFn: follow,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['session'] }),
  })

  return (
    <Page title={words.title} lead={following.isSuccess ? undefined : words.lead}>
      <div className={styles.outcome}>
        {token === '' && <Alert tone="error">{mailedLinks.incomplete}</Alert>}
        {following.isError && <Alert tone="error">{errorText(following.error, mailedLinks.failed)}</Alert>}
        {following.isSuccess && <Alert tone="success">{words.done}</Alert>}
        {token !== '' && needsSignIn && !following.isSuccess && <Alert tone="info">{signInFirst}</Alert>}
      </div>
      <div className={styles.actions}>
        {token !== '' && !following.isSuccess && (
          <Button
            variant="primary"
            pending={following.isPending}
            onClick={() => (needsSignIn ? ask(() => following.mutate(token)) : following.mutate(token))}
          >
            {needsSignIn ? account.signIn : words.action}
          </Button>
        )}
        <ButtonLink to="/">{mailedLinks.toHome}</ButtonLink>
      </div>
    </Page>
  )
}
