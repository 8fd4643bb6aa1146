import type { confirmTotpReply, enrollTotpReply } from '@rehearse/contracts'
import { lazy, Suspense, useState } from 'react'
import { adminApi } from '../../shared/api/client.ts'
import type { Reply } from '../../shared/api/reply.ts'
import { PasswordField } from '../../shared/ui/password-field.tsx'
import styles from './account.module.css'
import { AccountForm } from './account-form.tsx'
import { useAdminAccountMessages } from './account-messages.ts'
import { CodeField } from './code-field.tsx'
import { CopyButton } from './copy-button.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

const QrCode = lazy(() => import('./qr-code.tsx'))

type Confirmed = Reply<typeof confirmTotpReply>

/** Password, QR code, first code, recovery codes. */
export function SetUpTotp({
  password,
  onDone,
  onCancel,
}: {
  /** Typed a moment ago, at sign-in; else it is asked for. */
  password?: string
  onDone: (confirmed: Confirmed) => void
  onCancel: () => void
}) {
  const messages = useAdminAccountMessages()
  const [begun, setBegun] = useState<Reply<typeof enrollTotpReply>>()
  const [confirmed, setConfirmed] = useState<Confirmed>()

  if (confirmed) {
    return <RecoveryCodes codes={confirmed.recoveryCodes} onSaved={() => onDone(confirmed)} />
  }
  if (!begun) {
    const begin = async (filled: { password?: string }) =>
      setBegun(
        await adminApi.post<Reply<typeof enrollTotpReply>>('/api/admin/auth/totp', {
          body: { password: password ?? filled.password },
        }),
      )
    return (
      <AccountForm action={messages.start} send={begin} onCancel={onCancel}>
        {(faults) =>
          password === undefined && (
            <PasswordField
              label={messages.currentPassword}
              hint={messages.setUpPassword}
              name="password"
              autoComplete="current-password"
              autoFocus
              error={faults.password}
            />
          )
        }
      </AccountForm>
    )
  }
  const confirm = async (body: object) =>
    setConfirmed(await adminApi.post<Confirmed>('/api/admin/auth/totp/confirm', { body }))
  return (
    <AccountForm action={messages.turnOn} send={confirm} onCancel={onCancel}>
      {(faults) => (
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
          <CodeField error={faults.code} autoFocus />
        </>
      )}
    </AccountForm>
  )
}
