import type { ErasureInput } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleDashed } from 'lucide-react'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { signOut } from '../../shared/account/sign-out.ts'
import { useOwnWrite } from '../../shared/account/use-own-write.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { learnerApi } from '../../shared/api/client.ts'
import { useSession } from '../../shared/api/session.ts'
import { RECEIPT_INTERVAL } from '../../shared/constants.ts'
import { useFragmentToken } from '../../shared/fragment-token.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { LoadFailed, useErrorText } from '../../shared/ui/load-failed.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { PasswordField } from '../../shared/ui/password-field.tsx'
import { useSignInPrompt } from '../../shared/ui/sign-in-prompt.ts'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { useFocusFirstError } from '../../shared/ui/use-focus-first-error.ts'
import styles from './erasure.module.css'
import { useAccountMessages } from './messages.en.ts'
import eraseFormStyles from './settings.module.css'
import { WriteButton } from './settings-form.tsx'

/**
 * The target of the emailed link. Afterwards it shows the receipt, whose id is in the URL so that it can be
 * bookmarked.
 */
export function EraseAccount() {
  const [query] = useSearchParams()
  const code = useFragmentToken()
  const receipt = query.get('receipt')
  return receipt ? <Receipt id={receipt} /> : <EraseByLink code={code} />
}

/** The progress of a deletion, polled until every service has deleted its data. */
function Receipt({ id }: { id: string }) {
  const { erasure } = useAccountMessages()
  const format = useFormat()
  const { data, error, refetch } = useQuery({
    queryKey: ['receipt', id],
    queryFn: async ({ signal }) =>
      (await learnerApi.get(`/api/privacy/receipts/${encodeURIComponent(id)}`, { signal })).receipt,
    refetchInterval: ({ state }) => state.data?.completedAt === null && RECEIPT_INTERVAL,
  })

  if (!data) {
    const missing = error instanceof ApiError && error.status === 404
    return (
      <Page title={erasure.title}>
        <div className={styles.page}>
          {missing && <Alert tone="error">{erasure.receiptMissing}</Alert>}
          {error && !missing && <LoadFailed error={error} onRetry={() => void refetch()} />}
          {!error && <Skeleton heights={[3, 10]} />}
        </div>
      </Page>
    )
  }
  return (
    <Page title={erasure.receiptTitle} lead={erasure.requested(format.moment(data.requestedAt))}>
      <div className={styles.page}>
        <Alert tone={data.completedAt ? 'success' : 'info'}>
          {data.completedAt ? erasure.receiptDone : erasure.receiptRunning}
        </Alert>
        <ul className={`plain-list ${styles.steps}`}>
          {data.services.map(({ service, doneAt }) => (
            <li key={service} className={doneAt ? styles.done : styles.open}>
              {doneAt ? <CircleCheck aria-hidden size={20} /> : <CircleDashed aria-hidden size={20} />}
              <span className={styles.service}>{erasure.services[service] ?? service}</span>
              <span className={styles.state}>
                {doneAt ? erasure.done(format.moment(doneAt)) : erasure.pending}
              </span>
            </li>
          ))}
        </ul>
        <p className={styles.whose}>{erasure.receiptKeep}</p>
      </div>
    </Page>
  )
}

const ConfirmDialog = lazy(() => import('../../shared/ui/confirm-dialog.tsx'))

/** Explains what will happen and asks twice: this can't be undone. */
function EraseByLink({ code }: { code: string }) {
  const { erasure, mailedLinks } = useAccountMessages()
  const { account } = useMessages()
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

/** Deletes with the password, which is also the confirmation, or by an emailed link for an account without one. */
export function EraseForm({ hasPassword }: { hasPassword: boolean }) {
  const { settings, erasure } = useAccountMessages()
  return (
    <>
      <ul className={eraseFormStyles.consequences}>
        {erasure.consequences.map((consequence) => (
          <li key={consequence}>{consequence}</li>
        ))}
      </ul>
      {hasPassword ? (
        <ByPassword />
      ) : (
        <WriteButton
          label={settings.data.mailCode}
          done={settings.data.codeSent}
          write={() => learnerApi.post('/api/users/me/erasure-code')}
        />
      )}
    </>
  )
}

function ByPassword() {
  const { settings, erasure } = useAccountMessages()
  const { signIn } = useMessages()
  const errorText = useErrorText()
  const erasing = useErasure()
  const [problems, setFieldErrors] = useState<{ password?: string }>({})
  const form = useFocusFirstError(problems)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (erasing.isPending) return
    const password = String(new FormData(event.currentTarget).get('password'))
    setFieldErrors(password === '' ? { password: signIn.fieldRequired } : {})
    if (password !== '') erasing.mutate({ password })
  }
  return (
    <form ref={form} onSubmit={submit} noValidate className={eraseFormStyles.form}>
      {erasing.isError && <Alert tone="error">{errorText(erasing.error, erasure.failed)}</Alert>}
      <PasswordField
        label={settings.data.password}
        name="password"
        autoComplete="current-password"
        required
        error={problems.password}
      />
      <div className={eraseFormStyles.actions}>
        <Button type="submit" variant="danger" pending={erasing.isPending}>
          {erasure.action}
        </Button>
      </div>
    </form>
  )
}

/** Deletes the account, clears this device, and opens the receipt. */
function useErasure(onSettled?: () => void) {
  return useOwnWrite({
    mutationFn: (proof: ErasureInput) => learnerApi.delete('/api/users/me', { body: proof }),
    onSuccess: ({ receipt }) =>
      signOut('learner', { logout: false, to: `/auth/erase-account?receipt=${receipt.id}` }),
    onSettled: () => onSettled?.(),
  })
}
