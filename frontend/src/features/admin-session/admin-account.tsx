import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { adminKey } from '../../shared/admin/admin-self.ts'
import { adminApi } from '../../shared/api/client.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { PasswordField } from '../../shared/ui/password-field.tsx'
import { SettingsSection } from '../../shared/ui/settings-section.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { AccountForm, CodeField, type Filled, NewPasswordForm } from './account-form.tsx'
import styles from './admin-session.module.css'
import { useAdminSession } from './admin-session.ts'
import { useAdminSessionMessages } from './messages.en.ts'
import { RecoveryCodes, SetUpTotp } from './two-step.tsx'

const path = '/api/admin/auth'

const secondFactorQuery = queryOptions({
  queryKey: adminKey('admins', 'second-factor'),
  queryFn: async ({ signal }) => (await adminApi.get(`${path}/totp`, { signal })).secondFactor,
})

/** The admin's own password and second factor. */
export function AdminAccount() {
  const messages = useAdminSessionMessages().account
  const { admin } = useAdminSession()
  return (
    <Page title={messages.title} lead={admin ? messages.lead(admin.email) : undefined}>
      <SettingsSection title={messages.passwordTitle} lead={messages.passwordLead}>
        <ChangePassword />
      </SettingsSection>
      <SettingsSection title={messages.totpTitle} lead={messages.totpLead}>
        <TwoStepSignIn />
      </SettingsSection>
    </Page>
  )
}

function ChangePassword() {
  const messages = useAdminSessionMessages().account
  const queryClient = useQueryClient()
  const [done, setDone] = useState(false)
  const { data: secondFactor } = useQuery(secondFactorQuery)
  const send = async ({ currentPassword, newPassword, code, recoveryCode }: Filled) => {
    await adminApi.post(`${path}/password`, { body: { currentPassword, newPassword, code, recoveryCode } })
    void queryClient.invalidateQueries({ queryKey: secondFactorQuery.queryKey })
    setDone(true)
  }
  return (
    <>
      {done && <Alert tone="success">{messages.passwordChanged}</Alert>}
      <NewPasswordForm
        name="newPassword"
        withCurrent
        withCode={secondFactor?.enabled === true}
        action={messages.changePassword}
        onCheck={() => setDone(false)}
        send={send}
      />
    </>
  )
}

function TwoStepSignIn() {
  const messages = useAdminSessionMessages().account
  const queryClient = useQueryClient()
  const { forget } = useAdminSession()
  const { data, error, refetch } = useQuery(secondFactorQuery)
  const [open, setOpen] = useState<'set-up' | 'renew' | 'turn-off'>()
  const [codes, setCodes] = useState<readonly string[]>()
  const [done, setDone] = useState('')

  const close = (note = '') => {
    setOpen(undefined)
    setCodes(undefined)
    setDone(note)
    return queryClient.invalidateQueries({ queryKey: secondFactorQuery.queryKey })
  }
  const begin = (what: typeof open) => {
    setOpen(what)
    setDone('')
  }
  const renew = async (body: Filled) => {
    const reply = await adminApi.post(`${path}/totp/recovery-codes`, { body })
    setCodes(reply.recoveryCodes)
  }

  if (!data && error) {
    return <LoadFailed title={messages.loadFailed} error={error} onRetry={() => void refetch()} />
  }
  if (!data) return <Skeleton heights={[3, 3]} />
  const turnOff = async (body: Filled) => {
    await adminApi.delete(`${path}/totp`, { body })
    // If it is required, removing it has ended this session too.
    if (data.required) forget()
    else await close(messages.turnedOff)
  }
  return (
    <>
      {!open && (
        <p className={styles.state}>
          <Tag tone={data.enabled ? 'ok' : 'bad'}>{data.enabled ? messages.on : messages.off}</Tag>
          {data.enabled && <span>{messages.codesLeft(data.recoveryCodesLeft)}</span>}
          {data.required && <span className={styles.quiet}>{messages.requiredHere}</span>}
        </p>
      )}
      {done && <Alert tone="success">{done}</Alert>}
      {codes && <RecoveryCodes codes={codes} onSaved={() => void close()} />}
      {!open && (
        <div className={styles.actions}>
          {data.enabled ? (
            <>
              <Button onClick={() => begin('renew')}>{messages.renew}</Button>
              <Button onClick={() => begin('turn-off')}>{messages.turnOff}</Button>
            </>
          ) : (
            <Button variant="primary" onClick={() => begin('set-up')}>
              {messages.setUp}
            </Button>
          )}
        </div>
      )}
      {open === 'set-up' && (
        <SetUpTotp onDone={() => void close(messages.turnedOn)} onCancel={() => void close()} />
      )}
      {open === 'renew' && !codes && (
        <FactorForm
          action={messages.renew}
          lead={messages.renewLead}
          send={renew}
          onCancel={() => void close()}
        />
      )}
      {open === 'turn-off' && (
        <FactorForm
          danger
          orRecovery
          action={messages.turnOff}
          lead={data.required ? messages.turnOffRequired : messages.turnOffLead}
          send={turnOff}
          onCancel={() => void close()}
        />
      )}
    </>
  )
}

/** The password and a code, for actions that require both. */
function FactorForm({
  lead,
  orRecovery = false,
  ...form
}: {
  action: string
  danger?: boolean
  lead: string
  orRecovery?: boolean
  send: (filled: Filled) => Promise<unknown>
  onCancel: () => void
}) {
  const messages = useAdminSessionMessages().account
  return (
    <AccountForm {...form}>
      {(fieldErrors) => (
        <>
          <p>{lead}</p>
          <PasswordField
            label={messages.currentPassword}
            name="password"
            autoComplete="current-password"
            autoFocus
            error={fieldErrors.password}
          />
          <CodeField orRecovery={orRecovery} error={fieldErrors.code ?? fieldErrors.recoveryCode} />
        </>
      )}
    </AccountForm>
  )
}
