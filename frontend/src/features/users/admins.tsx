import type { Admin } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { usePasswordRules } from '../../shared/account/password-rules.ts'
import { adminSelfQuery } from '../../shared/admin/admin-self.ts'
import { type Faults, faultsOf } from '../../shared/api/faults.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { newId } from '../../shared/new-id.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { useErrorText } from '../../shared/ui/error-text.ts'
import { SelectField, TextField } from '../../shared/ui/fields.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { PasswordField } from '../../shared/ui/password-field.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { useFocusFirstFault } from '../../shared/ui/use-focus-first-fault.ts'
import { adminsQuery, useAdminWrites } from './admin-queries.ts'
import { AdminTable } from './admin-table.tsx'
import { useUserMessages } from './messages.ts'
import styles from './users.module.css'
import { UsersPage } from './users-page.tsx'

/** Those who look after the place, as super admins look after them. */
export function Admins() {
  const messages = useUserMessages()
  const self = useQuery(adminSelfQuery)
  const isInCharge = self.data?.role === 'super_admin'
  const { data: admins, error, refetch } = useQuery({ ...adminsQuery, enabled: isInCharge })
  const [adding, setAdding] = useState(false)
  const fault = self.error ?? error
  return (
    <UsersPage
      actions={
        isInCharge && (
          <Button variant="primary" aria-expanded={adding} onClick={() => setAdding(true)}>
            <Plus aria-hidden size={16} />
            {messages.addAdmin}
          </Button>
        )
      }
    >
      {self.data && !isInCharge && <Alert tone="info">{messages.adminsOnly}</Alert>}
      {adding && <NewAdminForm onClose={() => setAdding(false)} />}
      {!admins && fault && (
        <LoadFailed
          title={messages.adminsFailed}
          error={fault}
          onRetry={() => void (self.error ? self.refetch() : refetch())}
        />
      )}
      {!admins && !fault && (isInCharge || !self.data) && <Skeleton heights={[3, 3, 3]} />}
      {admins && self.data && <AdminTable admins={admins} selfId={self.data.id} />}
    </UsersPage>
  )
}

const needed = ['name', 'email', 'password'] as const
const roles: readonly Admin['role'][] = ['admin', 'super_admin']

function NewAdminForm({ onClose }: { onClose: () => void }) {
  const messages = useUserMessages()
  const { common } = useMessages()
  const errorText = useErrorText()
  const rules = usePasswordRules()
  const { create } = useAdminWrites()
  // One key for as long as the form is open: pressed again after a lost reply, it makes no second admin.
  const [key] = useState(newId)
  const [faults, setFaults] = useState<Faults>({})
  const form = useFocusFirstFault(faults)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (create.isPending) return
    const given = new FormData(event.currentTarget)
    const text = (name: string) => String(given.get(name))
    const missing = needed.filter((name) => text(name).trim() === '')
    const problem = rules.problemOf(text('password'))
    const found: Faults = {
      ...(problem && { password: problem }),
      ...Object.fromEntries(missing.map((name) => [name, messages.fieldRequired])),
    }
    setFaults(found)
    if (Object.keys(found).length > 0) return
    create.mutate(
      {
        key,
        name: text('name'),
        email: text('email'),
        password: text('password'),
        role: roles.find((role) => role === text('role')) ?? 'admin',
      },
      { onSuccess: onClose, onError: (error) => setFaults(faultsOf(error)) },
    )
  }
  return (
    <section aria-labelledby="new-admin" className={styles.panel}>
      <h2 id="new-admin">{messages.addTitle}</h2>
      <form ref={form} onSubmit={submit} noValidate className={styles.form}>
        {create.isError && <Alert tone="error">{errorText(create.error, messages.createFailed)}</Alert>}
        <div className={styles.pair}>
          <TextField label={messages.name} name="name" maxLength={100} dir="auto" error={faults.name} />
          <TextField
            label={messages.email}
            name="email"
            type="email"
            dir="ltr"
            autoComplete="off"
            error={faults.email}
          />
          <PasswordField
            label={messages.password}
            hint={messages.passwordHint(rules.hint)}
            name="password"
            autoComplete="new-password"
            error={faults.password}
          />
          <SelectField
            label={messages.role}
            name="role"
            defaultValue="admin"
            choices={roles.map((value) => ({ value, label: messages.roles[value] }))}
          />
        </div>
        <div className={styles.dialogActions}>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" variant="primary" pending={create.isPending}>
            {create.isPending ? messages.creating : messages.create}
          </Button>
        </div>
      </form>
    </section>
  )
}
