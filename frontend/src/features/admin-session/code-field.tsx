import { useState } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { TextField } from '../../shared/ui/fields.tsx'
import styles from './account.module.css'
import { useAdminAccountMessages } from './account-messages.ts'

/** A code from the authenticator app, or, where that is allowed, a recovery code instead. */
export function CodeField({
  orRecovery = false,
  error,
  autoFocus = false,
}: {
  orRecovery?: boolean
  error?: string | undefined
  autoFocus?: boolean
}) {
  const messages = useAdminAccountMessages()
  // Undefined until somebody has chosen: who did goes on in that field.
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
          maxLength={64}
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
          maxLength={20}
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
