import type { adminSignedIn, confirmTotpReply, enrollTotpReply } from '@rehearse/contracts'
import { Copy, Download } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { z } from 'zod'
import { saveFile } from '../../shared/admin/save-file.ts'
import { adminApi } from '../../shared/api/client.ts'
import type { Reply } from '../../shared/api/reply.ts'
import { Button } from '../../shared/ui/button.tsx'
import { PageTitle } from '../../shared/ui/page.tsx'
import { PasswordField } from '../../shared/ui/password-field.tsx'
import { AccountForm, CodeField, type Filled } from './account-form.tsx'
import styles from './admin-session.module.css'
import { useAdminSessionMessages } from './messages.en.ts'

const QrCode = lazy(() => import('./qr-code.tsx'))

type Confirmed = Reply<typeof confirmTotpReply>

/** Password, QR code, first code, recovery codes. */
export function SetUpTotp({
  password,
  onDone,
  onCancel,
}: {
  /** As just typed at sign-in; otherwise the form asks for it. */
  password?: string
  onDone: (confirmed: Confirmed) => void
  onCancel: () => void
}) {
  const messages = useAdminSessionMessages().account
  const [begun, setBegun] = useState<Reply<typeof enrollTotpReply>>()
  const [confirmed, setConfirmed] = useState<Confirmed>()

  if (confirmed) {
    return <RecoveryCodes codes={confirmed.recoveryCodes} onSaved={() => onDone(confirmed)} />
  }
  if (!begun) {
    const begin = async (filled: { password?: string }) =>
      setBegun(
        await adminApi.post('/api/admin/auth/totp', {
          body: { password: password ?? filled.password },
        }),
      )
    return (
      <AccountForm action={messages.start} send={begin} onCancel={onCancel}>
        {(fieldErrors) =>
          password === undefined && (
            <PasswordField
              label={messages.currentPassword}
              hint={messages.setUpPassword}
              name="password"
              autoComplete="current-password"
              autoFocus
              error={fieldErrors.password}
            />
          )
        }
      </AccountForm>
    )
  }
  const confirm = async (body: object) =>
    setConfirmed(await adminApi.post('/api/admin/auth/totp/confirm', { body }))
  return (
    <AccountForm action={messages.turnOn} send={confirm} onCancel={onCancel}>
      {(fieldErrors) => (
        <>
          <p>{messages.scan}</p>
          <Suspense fallback={<div className={styles.qr} style={{ aspectRatio: 1 }} />}>
            <QrCode text={begun.uri} label={messages.qrLabel} />
          </Suspense>
          <p className={styles.quiet}>{messages.orType}</p>
          <div className={styles.key}>
            <code dir="ltr">{begun.secret.match(/.{1,4}/g)?.join(' ')}</code>
            <CopyButton text={begun.secret} label={messages.copyKey} />
          </div>
          <p>{messages.thenCode}</p>
          <CodeField error={fieldErrors.code} autoFocus />
        </>
      )}
    </AccountForm>
  )
}

/** The only time recovery codes are shown. */
export function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const messages = useAdminSessionMessages().account
  const text = codes.join('\n')
  const download = () =>
    saveFile(
      new Blob([`${messages.fileLead}\n\n${text}\n`], { type: 'text/plain;charset=utf-8' }),
      'rehearse-recovery-codes.txt',
    )
  return (
    <section aria-labelledby="recovery-codes" className={styles.content}>
      <h3 id="recovery-codes" tabIndex={-1} ref={(heading) => heading?.focus()}>
        {messages.recoveryTitle}
      </h3>
      <p>{messages.recoveryLead}</p>
      <ul className={styles.codes} dir="ltr">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <CopyButton text={text} label={messages.copy} />
        <Button size="small" onClick={download}>
          <Download aria-hidden size={16} />
          {messages.download}
        </Button>
      </div>
      <div className={styles.actions}>
        <Button variant="primary" onClick={onSaved}>
          {messages.saved}
        </Button>
      </div>
    </section>
  )
}

/** Copies a text and reports whether it worked. */
function CopyButton({ text, label }: { text: string; label: string }) {
  const messages = useAdminSessionMessages().account
  const [outcome, setOutcome] = useState<'copied' | 'copyFailed'>()
  const copy = async () => {
    // Over plain HTTP there is no clipboard.
    const copying = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'))
    setOutcome(await copying.then(() => 'copied' as const).catch(() => 'copyFailed' as const))
  }
  return (
    <>
      <Button size="small" onClick={() => void copy()}>
        <Copy aria-hidden size={16} />
        {label}
      </Button>
      <span role="status">{outcome && messages[outcome]}</span>
    </>
  )
}

/** The second step of a sign-in: a code from the authenticator app, or a recovery code. */
export function EnterCode({
  send,
  onBack,
}: {
  send: (factor: Filled) => Promise<unknown>
  onBack: () => void
}) {
  const messages = useAdminSessionMessages().account
  return (
    <div className={styles.login}>
      <PageTitle>{messages.codeStepTitle}</PageTitle>
      <h1>{messages.codeStepTitle}</h1>
      <p className={styles.lead}>{messages.codeStepLead}</p>
      <AccountForm action={messages.verify} send={send} onCancel={onBack}>
        {(fieldErrors) => (
          <CodeField orRecovery autoFocus error={fieldErrors.code ?? fieldErrors.recoveryCode} />
        )}
      </AccountForm>
    </div>
  )
}

/** Setup for an admin without a second factor if one is required. */
export function Enroll({
  password,
  onDone,
  onBack,
}: {
  password: string
  onDone: (admin: z.infer<typeof adminSignedIn>) => void
  onBack: () => void
}) {
  const messages = useAdminSessionMessages().account
  return (
    <div className={styles.login}>
      <PageTitle>{messages.enrollTitle}</PageTitle>
      <h1>{messages.enrollTitle}</h1>
      <p className={styles.lead}>{messages.enrollLead}</p>
      <SetUpTotp
        password={password}
        onDone={({ admin }) => (admin ? onDone(admin) : onBack())}
        onCancel={onBack}
      />
    </div>
  )
}
