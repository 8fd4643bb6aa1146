import { useState } from 'react'
import { usePasswordRules } from '../../shared/account/password-rules.ts'
import { adminApi } from '../../shared/api/client.ts'
import type { Faults } from '../../shared/api/faults.ts'
import { useFragmentToken } from '../../shared/fragment-token.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { PasswordField } from '../../shared/ui/password-field.tsx'
import { AccountForm, type Filled } from './account-form.tsx'
import styles from './admin-session.module.css'
import { useAdminSession } from './admin-session.ts'
import { useAdminSessionMessages } from './messages.en.ts'

/** Where the link of a reset leads. */
export function ResetAdminPassword() {
  const messages = useAdminSessionMessages().account
  const rules = usePasswordRules()
  const { forget } = useAdminSession()
  const token = useFragmentToken()
  const [done, setDone] = useState(false)
  const check = ({ password = '', confirmPassword }: Filled): Faults => {
    const problem = rules.problemOf(password)
    return {
      ...(problem && { password: problem }),
      ...(password !== confirmPassword && { confirmPassword: messages.mismatch }),
    }
  }
  const send = async ({ password }: Filled) => {
    await adminApi.post('/api/admin/auth/password/reset', { body: { token, password } })
    // A session of this account that the browser still knew of ended with the reset.
    forget()
    setDone(true)
  }
  return (
    <Page title={messages.resetTitle} lead={done ? undefined : messages.resetLead}>
      <div className={styles.narrow}>
        {token === '' && <Alert tone="error">{messages.linkIncomplete}</Alert>}
        {done && <Alert tone="success">{messages.passwordSet}</Alert>}
        {token !== '' && !done && (
          <AccountForm action={messages.setPassword} check={check} send={send}>
            {(faults) => (
              <>
                <PasswordField
                  label={messages.newPassword}
                  hint={rules.hint}
                  name="password"
                  autoComplete="new-password"
                  error={faults.password}
                />
                <PasswordField
                  label={messages.confirmPassword}
                  name="confirmPassword"
                  autoComplete="new-password"
                  error={faults.confirmPassword}
                />
              </>
            )}
          </AccountForm>
        )}
        {(done || token === '') && (
          <div>
            <ButtonLink to="/admin/login" variant="primary">
              {messages.toSignIn}
            </ButtonLink>
          </div>
        )}
      </div>
    </Page>
  )
}
