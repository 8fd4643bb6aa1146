import type { PublicCertificate } from '@rehearse/contracts'
import { TEXT_MAX } from '@rehearse/contracts/constants'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { BadgeCheck, Printer } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useOwnWrite } from '../../shared/account/use-own-write.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { learnerApi } from '../../shared/api/client.ts'
import { useSession } from '../../shared/api/session.ts'
import { certificatesQuery } from '../../shared/api/study.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { CourseGlyph } from '../../shared/ui/course-glyph.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { TextField } from '../../shared/ui/fields.tsx'
import { LoadFailed, useErrorText } from '../../shared/ui/load-failed.tsx'
import { Logo } from '../../shared/ui/logo.tsx'
import { Page, PageTitle } from '../../shared/ui/page.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import styles from './certificate.module.css'
import { useCertificateMessages } from './messages.en.ts'

/** The public page of a certificate, by its code: verified on the server and printable. */
export function CertificatePage() {
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
        <NameForm learner={session} certificate={certificate} />
      )}
    </>
  )
}

function Sheet({
  certificate: { code, name, pathId, pathName, issuedAt, evidence },
}: {
  certificate: PublicCertificate
}) {
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
      <CourseGlyph pathId={pathId} title={pathName} className={styles.glyph} />
      <h1 id="certificate" dir="auto">
        {pathName}
      </h1>
      <BadgeCheck aria-hidden size={40} strokeWidth={1.5} className={styles.seal} />
      <p>{messages.issued(format.date(issuedAt))}</p>
      <p className={styles.evidence}>
        {evidence
          ? messages.evidence(evidence.answers, evidence.days, format.decimal(evidence.medianSeconds))
          : messages.noEvidence}{' '}
        {messages.unsupervised}
      </p>
      <p className={styles.quiet}>
        {messages.code} <code>{code}</code>
      </p>
      <p className={styles.quiet}>
        {messages.verifyAt} <code>{`${location.origin}/certificates/${code}`}</code>
      </p>
    </article>
  )
}

/** Lets the owner choose whether the certificate has a name, and which. */
function NameForm({
  learner: { uid, displayName },
  certificate,
}: {
  learner: { uid: string; displayName: string }
  certificate: PublicCertificate
}) {
  const messages = useCertificateMessages()
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const [name, setName] = useState(certificate.name ?? displayName)
  const naming = useOwnWrite({
    mutationFn: async (name: string | null) =>
      (await learnerApi.put(`/api/progress/certificates/${certificate.code}`, { body: { name } }))
        .certificate,
    onSuccess: (named) => {
      queryClient.setQueryData(certificateQuery(named.code).queryKey, named)
      void queryClient.invalidateQueries(certificatesQuery(uid))
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!naming.isPending) naming.mutate(name.trim() || null)
  }
  return (
    <form aria-labelledby="name-on-it" className={styles.naming} onSubmit={submit}>
      <h2 id="name-on-it">{messages.nameTitle}</h2>
      <p className={styles.quiet}>{messages.nameLead}</p>
      <TextField
        label={messages.name}
        optional
        value={name}
        maxLength={TEXT_MAX.displayName}
        dir="auto"
        autoComplete="name"
        onChange={(event) => {
          setName(event.target.value)
          naming.reset()
        }}
      />
      {naming.isError && <Alert tone="error">{errorText(naming.error, messages.saveFailed)}</Alert>}
      <div className={styles.actions}>
        <Button type="submit" pending={naming.isPending}>
          {naming.isPending ? messages.saving : messages.save}
        </Button>
        <p role="status" className={styles.saved}>
          {naming.isSuccess && messages.saved}
        </p>
      </div>
    </form>
  )
}

/** The public data of a certificate, by its code. */
const certificateQuery = (code: string) =>
  queryOptions({
    queryKey: ['certificate', code],
    queryFn: async ({ signal }) =>
      (await learnerApi.get(`/api/certificates/${encodeURIComponent(code)}`, { signal })).certificate,
  })

/** For anyone who was shown a printed certificate. */
export function CheckCertificate() {
  const messages = useCertificateMessages()
  const navigate = useNavigate()
  const [code, setCode] = useState('')
  const [invalid, setInvalid] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // As typed from paper: with spaces, in lowercase.
    const plain = code.replaceAll(/[\s-]/g, '').toUpperCase()
    if (/^[0-9A-Z]{26}$/.test(plain)) navigate(`/certificates/${plain}`)
    else setInvalid(true)
  }
  return (
    <Page title={messages.checkTitle} lead={messages.checkLead}>
      <form className={styles.check} onSubmit={submit} noValidate>
        <TextField
          label={messages.checkCode}
          value={code}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          error={invalid ? messages.codeError : undefined}
          onChange={(event) => {
            setCode(event.target.value)
            setInvalid(false)
          }}
        />
        <Button type="submit" variant="primary">
          {messages.check}
        </Button>
      </form>
    </Page>
  )
}
