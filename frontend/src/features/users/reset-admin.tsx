import type { Admin, resetAdminReply } from '@rehearse/contracts'
import { TEXT_MAX } from '@rehearse/contracts/constants'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../shared/api/api-error.ts'
import type { Reply } from '../../shared/api/reply.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { CheckboxField, TextField } from '../../shared/ui/fields.tsx'
import { useErrorText } from '../../shared/ui/load-failed.tsx'
import Modal from '../../shared/ui/modal.tsx'
import { PasswordField } from '../../shared/ui/password-field.tsx'
import { useFocusFirstError } from '../../shared/ui/use-focus-first-error.ts'
import { useAdminWrites } from './api.ts'
import { useUserMessages } from './messages.en.ts'
import styles from './users.module.css'

type Outcome = Reply<typeof resetAdminReply>['data']

/** A super admin resets another admin's password, after confirming with their own. Load it lazily. */
export default function ResetAdmin({ admin, onClose }: { admin: Admin; onClose: () => void }) {
  const messages = useUserMessages()
  const [outcome, setOutcome] = useState<Outcome>()
  return (
    <Modal title={messages.resetTitle(admin.name)} role="alertdialog" onClose={onClose}>
      {outcome ? (
        <ResetOutcome outcome={outcome} onClose={onClose} />
      ) : (
        <ResetForm admin={admin} onDone={setOutcome} onClose={onClose} />
      )}
    </Modal>
  )
}

function ResetForm({
  admin,
  onDone,
  onClose,
}: {
  admin: Admin
  onDone: (outcome: Outcome) => void
  onClose: () => void
}) {
  const messages = useUserMessages()
  const { common } = useMessages()
  const errorText = useErrorText()
  const { reset } = useAdminWrites()
  const [fieldErrors, setFieldErrors] = useState<{ password?: string }>({})
  const [asksCode, setAsksCode] = useState(false)
  const form = useFocusFirstError(fieldErrors)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (reset.isPending) return
    const filled = new FormData(event.currentTarget)
    const password = String(filled.get('password'))
    setFieldErrors(password === '' ? { password: messages.fieldRequired } : {})
    if (password === '') return reset.reset()
    reset.mutate(
      {
        id: admin.id,
        password,
        removeSecondFactor: filled.has('removeSecondFactor'),
        ...(asksCode && { code: String(filled.get('code')) }),
      },
      {
        onSuccess: ({ data }) => onDone(data),
        onError: (error) => {
          if (isWrongPassword(error)) setFieldErrors({ password: messages.wrongPassword })
          if (error instanceof ApiError && error.code === 'totp_required') setAsksCode(true)
        },
      },
    )
  }
  return (
    <form ref={form} onSubmit={submit} noValidate className={styles.form}>
      <p>{messages.resetText(admin.name)}</p>
      {reset.isError && !isWrongPassword(reset.error) && (
        <Alert tone="error">{errorText(reset.error, messages.resetFailed)}</Alert>
      )}
      <div className={styles.choice}>
        <CheckboxField label={messages.removeSecondFactor} name="removeSecondFactor" />
        <p className={styles.quiet}>{messages.removeSecondFactorHint}</p>
      </div>
      <PasswordField
        label={messages.ownPassword}
        name="password"
        autoComplete="current-password"
        autoFocus
        error={fieldErrors.password}
      />
      {asksCode && (
        <TextField
          label={messages.ownCode}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={TEXT_MAX.totpCode}
          dir="ltr"
          autoFocus
        />
      )}
      <div className={styles.dialogActions}>
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button type="submit" variant="danger" pending={reset.isPending}>
          {reset.isPending ? messages.resetting : messages.resetLabel}
        </Button>
      </div>
    </form>
  )
}

/** The link is shown only once. */
function ResetOutcome({ outcome, onClose }: { outcome: Outcome; onClose: () => void }) {
  const messages = useUserMessages()
  const { common } = useMessages()
  const format = useFormat()
  const [copied, setCopied] = useState(false)
  const link = outcome.link && new URL(outcome.link, location.origin).href
  const copy = () => link && navigator.clipboard?.writeText(link).then(() => setCopied(true))
  return (
    <div className={styles.form}>
      <Alert tone="success">
        {outcome.mailedTo ? messages.resetMailed(outcome.mailedTo) : messages.resetDone}
      </Alert>
      {link && (
        <TextField
          label={messages.resetLink}
          hint={messages.resetLinkHint(format.moment(outcome.expiresAt))}
          value={link}
          readOnly
          dir="ltr"
          autoFocus
          onFocus={({ target }) => target.select()}
        />
      )}
      <p role="status" className="visually-hidden">
        {copied && messages.copied}
      </p>
      <div className={styles.dialogActions}>
        {link && <Button onClick={() => void copy()}>{copied ? messages.copied : messages.copyLink}</Button>}
        <Button variant="primary" autoFocus={!link} onClick={onClose}>
          {common.close}
        </Button>
      </div>
    </div>
  )
}

const isWrongPassword = (error: unknown) => error instanceof ApiError && error.code === 'wrong_password'
