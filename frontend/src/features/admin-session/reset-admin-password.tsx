import { useState } from 'react'
import { adminApi } from '../../shared/api/client.ts'
import { useFragmentToken } from '../../shared/fragment-token.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { type Filled, NewPasswordForm } from './account-form.tsx'
import styles from './admin-session.module.css'
import { useAdminSession } from './admin-session.ts'
import { useAdminSessionMessages } from './messages.en.ts'

/** The page of the password reset link. */
export function ResetAdminPassword() {
  const messages = useAdminSessionMessages().account
  const { forget } = useAdminSession()
  const token = useFragmentToken()
  const [done, setDone] = useState(false)
  const send = async ({ password }: Filled) => {
    await adminApi.post('/api/admin/auth/password/reset', { body: { token, password } })
    // The reset ended any session of this account that the browser still had.
    forget()
    setDone(true)
  }
  return (
    <Page title={messages.resetTitle} lead={done ? undefined : messages.resetLead}>
      <div className={styles.narrow}>
        {token === '' && <Alert tone="error">{messages.linkIncomplete}</Alert>}
        {done && <Alert tone="success">{messages.passwordSet}</Alert>}
        {token !== '' && !done && (
          <NewPasswordForm name="password" action={messages.setPassword} send={send} />
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
