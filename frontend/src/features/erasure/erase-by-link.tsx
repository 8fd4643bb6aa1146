import { lazy, Suspense, useState } from 'react'
import { useAccountMessages } from '../../shared/account/account-messages.ts'
import { useErasure } from '../../shared/account/use-erasure.ts'
import { useSession } from '../../shared/api/session.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { useErrorText } from '../../shared/ui/error-text.ts'
import { Page } from '../../shared/ui/page.tsx'
import { useSignInPrompt } from '../../shared/ui/sign-in-prompt.ts'
import styles from './erasure.module.css'

const ConfirmDialog = lazy(() => import('../../shared/ui/confirm-dialog.tsx'))

/** Says what will happen and asks twice: what is done here nobody can undo. */
export function EraseByLink({ code }: { code: string }) {
  const { erasure } = useAccountMessages()
  const { mailedLinks, account } = useMessages()
  const session = useSession()
  const ask = useSignInPrompt((state) => state.ask)
  const errorText = useErrorText()
  const [asking, setAsking] = useState(false)
  const erasing = useErasure(() => setAsking(false))

  if (code === '') {
    return (
      <Page title={erasure.title}>
        <div className={styles.page}>
          <Alert tone="error">{mailedLinks.incomplete}</Alert>
          <ButtonLink to="/">{mailedLinks.toHome}</ButtonLink>
        </div>
      </Page>
    )
  }
  return (
    <Page title={erasure.title} lead={erasure.lead}>
      <div className={styles.page}>
        <ul className={styles.consequences}>
          {erasure.consequences.map((consequence) => (
            <li key={consequence}>{consequence}</li>
          ))}
        </ul>
        <p>{erasure.exportFirst}</p>
        {erasing.isError && <Alert tone="error">{errorText(erasing.error, erasure.failed)}</Alert>}
        <p className={styles.whose}>
          {session ? erasure.whose(session.displayName, session.email) : erasure.needSignIn}
        </p>
        <div className={styles.actions}>
          {session ? (
            <Button variant="danger" pending={erasing.isPending} onClick={() => setAsking(true)}>
              {erasure.action}
            </Button>
          ) : (
            <Button variant="primary" onClick={() => ask()}>
              {account.signIn}
            </Button>
          )}
          <ButtonLink to="/settings">{erasure.toSettings}</ButtonLink>
        </div>
      </div>
      {asking && session && (
        <Suspense>
          <ConfirmDialog
            title={erasure.confirmTitle}
            text={erasure.confirmText(session.email)}
            confirmLabel={erasure.action}
            cancelLabel={erasure.keep}
            pending={erasing.isPending}
            onConfirm={() => erasing.mutate({ code })}
            onCancel={() => setAsking(false)}
          />
        </Suspense>
      )}
    </Page>
  )
}
