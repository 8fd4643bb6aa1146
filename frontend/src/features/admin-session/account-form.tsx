import { TEXT_MAX } from '@rehearse/contracts/constants'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { usePasswordRules } from '../../shared/account/password-rules.ts'
import { ApiError, type FieldErrors } from '../../shared/api/api-error.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { TextField } from '../../shared/ui/fields.tsx'
import { useErrorText } from '../../shared/ui/load-failed.tsx'
import { PasswordField } from '../../shared/ui/password-field.tsx'
import { useFocusFirstError } from '../../shared/ui/use-focus-first-error.ts'
import styles from './admin-session.module.css'
import { useAdminSessionMessages } from './messages.en.ts'

/** The typed values by field name. */
export type Filled = Readonly<Record<string, string>>

/** A form of the admin's account: no field may be empty, and the input stays after an error. */
export function AccountForm({
  action,
  danger = false,
  check = () => ({}),
  send,
  onCancel,
  children,
}: {
  action: string
  danger?: boolean
  check?: (filled: Filled) => FieldErrors
  send: (filled: Filled) => Promise<unknown>
  onCancel?: () => void
  children: (fieldErrors: FieldErrors) => ReactNode
}) {
  const messages = useAdminSessionMessages().account
  const errorText = useAccountErrorText()
  const [fieldErrors, setFieldErrors] = useState<FieldErrors>({})
  const form = useFocusFirstError(fieldErrors)
  const sending = useMutation({ mutationFn: send, onSuccess: () => form.current?.reset() })

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sending.isPending) return
    const filled = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>
    const empty = Object.keys(filled).filter((name) => filled[name] === '')
    const found = {
      ...check(filled),
      ...Object.fromEntries(empty.map((name) => [name, messages.fieldRequired])),
    }
    setFieldErrors(found)
    sending.reset()
    if (Object.keys(found).length > 0) return
    // The field is marked in the user's language; the sentence above says why.
    sending.mutate(filled, {
      onError: (error) =>
        setFieldErrors(Object.fromEntries(fieldsOf(error).map((name) => [name, errorText(error)]))),
    })
  }

  const isMarked = Object.keys(fieldErrors).length > 0
  return (
    <form ref={form} onSubmit={submit} noValidate className={styles.form}>
      {sending.isError && !isMarked && <Alert tone="error">{errorText(sending.error)}</Alert>}
      {children(fieldErrors)}
      <div className={styles.actions}>
        <Button type="submit" variant={danger ? 'danger' : 'primary'} pending={sending.isPending}>
          {sending.isPending ? messages.saving : action}
        </Button>
        {onCancel && <Button onClick={onCancel}>{messages.cancel}</Button>}
      </div>
    </form>
  )
}

const fieldsOf = (error: unknown) => (error instanceof ApiError ? error.details.map(({ path }) => path) : [])

/** The error, in this feature's words if it knows the code. */
function useAccountErrorText() {
  const messages = useAdminSessionMessages().account
  const errorText = useErrorText()
  return (error: unknown): string => {
    const own = error instanceof ApiError ? messages.errors[error.code] : undefined
    return own ?? errorText(error, messages.failed)
  }
}

/** Sets a new password, entered twice. */
export function NewPasswordForm({
  name,
  withCurrent = false,
  withCode = false,
  onCheck,
  ...form
}: {
  /** The name of the new password in the request. */
  name: string
  /** Whether the current password is required too. */
  withCurrent?: boolean
  /** Whether a code of the second factor is required too. */
  withCode?: boolean
  action: string
  onCheck?: () => void
  send: (filled: Filled) => Promise<unknown>
}) {
  const messages = useAdminSessionMessages().account
  const rules = usePasswordRules()
  const check = (filled: Filled): FieldErrors => {
    onCheck?.()
    const problem = rules.problemOf(filled[name] ?? '')
    return {
      ...(problem && { [name]: problem }),
      ...(!rules.isSame(filled[name], filled.confirmPassword) && { confirmPassword: messages.mismatch }),
    }
  }
  return (
    <AccountForm check={check} {...form}>
      {(fieldErrors) => (
        <>
          {withCurrent && (
            <PasswordField
              label={messages.currentPassword}
              name="currentPassword"
              autoComplete="current-password"
              error={fieldErrors.currentPassword}
            />
          )}
          <PasswordField
            label={messages.newPassword}
            hint={rules.hint}
            name={name}
            autoComplete="new-password"
            error={fieldErrors[name]}
          />
          <PasswordField
            label={messages.confirmPassword}
            name="confirmPassword"
            autoComplete="new-password"
            error={fieldErrors.confirmPassword}
          />
          {withCode && <CodeField orRecovery error={fieldErrors.code ?? fieldErrors.recoveryCode} />}
        </>
      )}
    </AccountForm>
  )
}

/** A code from the authenticator app or, where allowed, a recovery code instead. */
export function CodeField({
  orRecovery = false,
  error,
  autoFocus = false,
}: {
  orRecovery?: boolean
  error?: string | undefined
  autoFocus?: boolean
}) {
  const messages = useAdminSessionMessages().account
  // Undefined until the user has switched: after a switch the new field gets the focus.
  const [recovering, setRecovering] = useState<boolean>()
  return (
    <div className={styles.codeField}>
      {recovering ? (
        <TextField
          key="recovery"
          label={messages.recoveryCode}
          hint={messages.recoveryStepLead}
          name="recoveryCode"
          autoComplete="off"
          spellCheck={false}
          maxLength={TEXT_MAX.recoveryCode}
          dir="ltr"
          autoFocus
          error={error}
        />
      ) : (
        <TextField
          key="app"
          label={messages.code}
          hint={messages.codeHint}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={TEXT_MAX.totpCode}
          dir="ltr"
          autoFocus={autoFocus || recovering !== undefined}
          error={error}
        />
      )}
      {orRecovery && (
        <div>
          <Button size="small" variant="ghost" onClick={() => setRecovering(!recovering)}>
            {recovering ? messages.useApp : messages.useRecovery}
          </Button>
        </div>
      )}
    </div>
  )
}
