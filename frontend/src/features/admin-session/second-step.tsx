import type { adminSignedIn } from '@rehearse/contracts'
import type { z } from 'zod'
import { PageTitle } from '../../shared/ui/page.tsx'
import { AccountForm, type Filled } from './account-form.tsx'
import { useAdminAccountMessages } from './account-messages.ts'
import { CodeField } from './code-field.tsx'
import styles from './login-form.module.css'
import { SetUpTotp } from './set-up-totp.tsx'

/** The second step of a sign-in: a code of the authenticator app, or a recovery code. */
export function EnterCode({
  send,
  onBack,
}: {
  send: (factor: Filled) => Promise<unknown>
  onBack: () => void
}) {
  const messages = useAdminAccountMessages()
  return (
    <div className={styles.login}>
      <PageTitle>{messages.codeStepTitle}</PageTitle>
      <h1>{messages.codeStepTitle}</h1>
      <p className={styles.lead}>{messages.codeStepLead}</p>
      <AccountForm action={messages.verify} send={send} onCancel={onBack}>
        {(faults) => <CodeField orRecovery autoFocus error={faults.code ?? faults.recoveryCode} />}
      </AccountForm>
    </div>
  )
}

/** What an admin without a second factor has to do first where one is required. */
export function Enroll({
  password,
  onDone,
  onBack,
}: {
  password: string
  onDone: (admin: z.infer<typeof adminSignedIn>) => void
  onBack: () => void
}) {
  const messages = useAdminAccountMessages()
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
