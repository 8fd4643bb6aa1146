import type { Certificate as CertificateData } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { BadgeCheck, Printer } from 'lucide-react'
import { useParams } from 'react-router'
import { ApiError } from '../../shared/api/api-error.ts'
import { useSession } from '../../shared/api/session.ts'
import { certificatesQuery } from '../../shared/api/study.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { Logo } from '../../shared/ui/logo.tsx'
import { Page, PageTitle } from '../../shared/ui/page.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import styles from './certificate.module.css'
import { certificateQuery } from './certificate-query.ts'
import { useCertificateMessages } from './messages.en.ts'
import { NameForm } from './name-form.tsx'

/** A certificate as anybody who has its code sees it: checked against the server, and ready to be printed. */
export function Certificate() {
  const messages = useCertificateMessages()
  const { code = '' } = useParams()
  const session = useSession()
  const { data: certificate, error, refetch } = useQuery(certificateQuery(code))
  const { data: own = [] } = useQuery({
    ...certificatesQuery(session?.uid ?? ''),
    enabled: session !== null,
  })
  const missing = error instanceof ApiError && (error.status === 404 || error.status === 400)
  if (!certificate) {
    return (
      <Page title={messages.title}>
        {!error && <Skeleton heights={[24]} />}
        {error && !missing && (
          <LoadFailed title={messages.loadFailed} error={error} onRetry={() => void refetch()} />
        )}
        {missing && (
          <EmptyState
            title={messages.missingTitle}
            text={messages.missingText}
            action={
              <ButtonLink to="/certificates" variant="primary">
                {messages.checkTitle}
              </ButtonLink>
            }
          />
        )}
      </Page>
    )
  }
  return (
    <>
      <PageTitle>{`${messages.title}: ${certificate.pathName}`}</PageTitle>
      <div className={styles.bar}>
        <Alert tone="success">{messages.genuine}</Alert>
        <Button variant="primary" onClick={() => window.print()}>
          <Printer aria-hidden size={18} />
          {messages.print}
        </Button>
      </div>
      <Sheet certificate={certificate} />
      {session && own.some((one) => one.code === code) && (
        <NameForm uid={session.uid} certificate={certificate} />
      )}
    </>
  )
}

function Sheet({ certificate: { code, name, pathName, issuedAt } }: { certificate: CertificateData }) {
  const messages = useCertificateMessages()
  const format = useFormat()
  return (
    <article aria-labelledby="certificate" className={styles.sheet}>
      <Logo size="md" />
      <p className={styles.quiet}>{messages.proves}</p>
      <p dir="auto" className={styles.name}>
        {name ?? messages.unnamed}
      </p>
      <p className={styles.quiet}>{messages.completed}</p>
      <h1 id="certificate" dir="auto">
        {pathName}
      </h1>
      <BadgeCheck aria-hidden size={40} strokeWidth={1.5} className={styles.seal} />
      <p>{messages.issued(format.date(issuedAt))}</p>
      <p className={styles.quiet}>
        {messages.code} <code>{code}</code>
      </p>
      <p className={styles.quiet}>
        {messages.verifyAt} <code>{`${location.origin}/certificates/${code}`}</code>
      </p>
    </article>
  )
}
