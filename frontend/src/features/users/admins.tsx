import type { Admin } from '@rehearse/contracts'
import { TEXT_MAX } from '@rehearse/contracts/constants'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { usePasswordRules } from '../../shared/account/password-rules.ts'
import { adminSelfQuery } from '../../shared/admin/admin-self.ts'
import type { FieldErrors } from '../../shared/api/api-error.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { newId } from '../../shared/new-id.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { SelectField, TextField } from '../../shared/ui/fields.tsx'
import { ListTable } from '../../shared/ui/list-table.tsx'
import { LoadFailed, useErrorText, useFieldErrors } from '../../shared/ui/load-failed.tsx'
import { PasswordField } from '../../shared/ui/password-field.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { useFocusFirstError } from '../../shared/ui/use-focus-first-error.ts'
import { adminsQuery, useAdminWrites } from './api.ts'
import { useUserMessages } from './messages.en.ts'
import styles from './users.module.css'
import { UsersPage } from './users-page.tsx'

/** Admin accounts, as super admins manage them. */
export function Admins() {
  const messages = useUserMessages()
  const self = useQuery(adminSelfQuery)
  const isSuperAdmin = self.data?.role === 'super_admin'
  const { data: admins, error, refetch } = useQuery({ ...adminsQuery, enabled: isSuperAdmin })
  const [adding, setAdding] = useState(false)
  const problem = self.error ?? error
  return (
    <UsersPage
      actions={
        isSuperAdmin && (
          <Button variant="primary" aria-expanded={adding} onClick={() => setAdding(true)}>
            <Plus aria-hidden size={16} />
            {messages.addAdmin}
          </Button>
        )
      }
    >
      {self.data && !isSuperAdmin && <Alert tone="info">{messages.adminsOnly}</Alert>}
      {adding && <NewAdminForm onClose={() => setAdding(false)} />}
      {!admins && problem && (
        <LoadFailed
          title={messages.adminsFailed}
          error={problem}
          onRetry={() => void (self.error ? self.refetch() : refetch())}
        />
      )}
      {!admins && !problem && (isSuperAdmin || !self.data) && <Skeleton heights={[3, 3, 3]} />}
      {admins && self.data && <AdminTable admins={admins} selfId={self.data.id} />}
    </UsersPage>
  )
}

const needed = ['name', 'email', 'password'] as const
const adminRoles: readonly Admin['role'][] = ['author', 'reviewer', 'admin', 'super_admin']

function NewAdminForm({ onClose }: { onClose: () => void }) {
  const messages = useUserMessages()
  const { common } = useMessages()
  const errorText = useErrorText()
  const fieldErrorsOf = useFieldErrors()
  const rules = usePasswordRules()
  const { create } = useAdminWrites()
  // One idempotency key while the form is open, so that a retry after a lost response doesn't create a second admin.
  const [key] = useState(newId)
  const [fieldErrors, setFieldErrors] = useState<FieldErrors>({})
  const [promoting, setPromoting] = useState<Parameters<typeof create.mutate>[0]>()
  const form = useFocusFirstError(fieldErrors)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (create.isPending) return
    const formData = new FormData(event.currentTarget)
    const text = (name: string) => String(formData.get(name))
    const missing = needed.filter((name) => text(name).trim() === '')
    const problem = rules.problemOf(text('password'))
    const found: FieldErrors = {
      ...(problem && { password: problem }),
      ...Object.fromEntries(missing.map((name) => [name, messages.fieldRequired])),
    }
    setFieldErrors(found)
    if (Object.keys(found).length > 0) return
    const role = adminRoles.find((one) => one === text('role')) ?? 'admin'
    const account = { key, name: text('name'), email: text('email'), password: text('password'), role }
    if (role === 'super_admin') setPromoting(account)
    else save(account)
  }
  const save = (account: Parameters<typeof create.mutate>[0]) =>
    create.mutate(account, {
      onSuccess: onClose,
      onError: (error) => setFieldErrors(fieldErrorsOf(error)),
      onSettled: () => setPromoting(undefined),
    })
  return (
    <section aria-labelledby="new-admin" className={styles.panel}>
      <h2 id="new-admin">{messages.addTitle}</h2>
      <form ref={form} onSubmit={submit} noValidate className={styles.form}>
        {create.isError && <Alert tone="error">{errorText(create.error, messages.createFailed)}</Alert>}
        <div className={styles.pair}>
          <TextField
            label={messages.name}
            name="name"
            maxLength={TEXT_MAX.adminName}
            dir="auto"
            error={fieldErrors.name}
          />
          <TextField
            label={messages.email}
            name="email"
            type="email"
            dir="ltr"
            autoComplete="off"
            error={fieldErrors.email}
          />
          <PasswordField
            label={messages.password}
            hint={messages.passwordHint(rules.hint)}
            name="password"
            autoComplete="new-password"
            error={fieldErrors.password}
          />
          <SelectField
            label={messages.role}
            name="role"
            hint={messages.roleHint}
            defaultValue="admin"
            choices={adminRoles.map((value) => ({ value, label: messages.roles[value] }))}
          />
        </div>
        <div className={styles.dialogActions}>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" variant="primary" pending={create.isPending}>
            {create.isPending ? messages.creating : messages.create}
          </Button>
        </div>
      </form>
      {promoting && (
        <ConfirmSuperAdmin
          name={promoting.name}
          pending={create.isPending}
          onConfirm={() => save(promoting)}
          onCancel={() => setPromoting(undefined)}
        />
      )}
    </section>
  )
}

/** A super admin can remove all other admins, including the one who made them a super admin. */
function ConfirmSuperAdmin({
  name,
  ...dialog
}: {
  name: string
  pending: boolean
  onConfirm: () => void
  onCancel: () => void
}) {
  const messages = useUserMessages()
  const { common } = useMessages()
  return (
    <Suspense>
      <ConfirmDialog
        title={messages.promoteTitle(name)}
        text={messages.promoteText(name)}
        confirmLabel={messages.promote}
        cancelLabel={common.cancel}
        {...dialog}
      />
    </Suspense>
  )
}

const ConfirmDialog = lazy(() => import('../../shared/ui/confirm-dialog.tsx'))
const ResetAdmin = lazy(() => import('./reset-admin.tsx'))

/** The server never removes the last super admin; its errors are shown here. */
function AdminTable({ admins, selfId }: { admins: readonly Admin[]; selfId: string }) {
  const messages = useUserMessages()
  const { common } = useMessages()
  const format = useFormat()
  const errorText = useErrorText()
  const { change } = useAdminWrites()
  const [leaving, setLeaving] = useState<Admin>()
  const [resetting, setResetting] = useState<Admin>()
  const [promoting, setPromoting] = useState<Admin>()
  const write = (changes: Parameters<typeof change.mutate>[0]) =>
    change.mutate(changes, {
      onSettled: () => {
        setLeaving(undefined)
        setPromoting(undefined)
      },
    })
  const setRole = (admin: Admin, role: Admin['role'] | undefined) =>
    role === 'super_admin' ? setPromoting(admin) : write({ id: admin.id, role })
  return (
    <>
      {change.isError && (
        <Alert tone="error" onDismiss={() => change.reset()}>
          {errorText(change.error, failureOf(change.variables, messages))}
        </Alert>
      )}
      <ListTable
        label={messages.adminsLabel}
        heads={[
          { label: messages.name },
          { label: messages.email },
          { label: messages.role },
          { label: messages.lastLogin },
          { label: messages.accountState },
          { label: messages.actions, quiet: true },
        ]}
      >
        {admins.map((admin) => (
          <tr key={admin.id}>
            <th scope="row" className={styles.name}>
              <bdi>{admin.name}</bdi> {admin.id === selfId && <Tag>{messages.you}</Tag>}
            </th>
            <td className={styles.address}>
              <bdi>{admin.email}</bdi>
            </td>
            <td className={styles.role}>
              <SelectField
                label={messages.roleOf(admin.name)}
                hideLabel
                value={admin.role}
                disabled={change.isPending}
                onChange={({ target }) =>
                  setRole(
                    admin,
                    adminRoles.find((role) => role === target.value),
                  )
                }
                choices={adminRoles.map((value) => ({ value, label: messages.roles[value] }))}
              />
            </td>
            <td data-label={messages.lastLogin}>
              {admin.lastLogin ? format.moment(admin.lastLogin) : messages.never}
            </td>
            <td className={styles.accountState}>
              <Tag tone={admin.isActive ? 'ok' : 'bad'}>
                {admin.isActive ? messages.active : messages.inactive}
              </Tag>
            </td>
            <td data-actions>
              <div className={styles.rowActions}>
                {admin.id !== selfId && (
                  <Button
                    size="small"
                    aria-label={messages.resetTitle(admin.name)}
                    onClick={() => setResetting(admin)}
                  >
                    {messages.resetLabel}
                  </Button>
                )}
                {admin.isActive ? (
                  <Button
                    size="small"
                    aria-label={messages.deactivate(admin.name)}
                    onClick={() => setLeaving(admin)}
                  >
                    {messages.deactivateLabel}
                  </Button>
                ) : (
                  <Button
                    size="small"
                    aria-label={messages.reactivate(admin.name)}
                    pending={change.isPending}
                    onClick={() => write({ id: admin.id, isActive: true })}
                  >
                    {messages.reactivateLabel}
                  </Button>
                )}
              </div>
            </td>
          </tr>
        ))}
      </ListTable>
      {resetting && (
        <Suspense>
          <ResetAdmin admin={resetting} onClose={() => setResetting(undefined)} />
        </Suspense>
      )}
      {promoting && (
        <ConfirmSuperAdmin
          name={promoting.name}
          pending={change.isPending}
          onConfirm={() => write({ id: promoting.id, role: 'super_admin' })}
          onCancel={() => setPromoting(undefined)}
        />
      )}
      {leaving && (
        <Suspense>
          <ConfirmDialog
            title={messages.deactivate(leaving.name)}
            text={messages.deactivateText(leaving.name)}
            confirmLabel={messages.deactivateLabel}
            cancelLabel={common.cancel}
            pending={change.isPending}
            onConfirm={() => write({ id: leaving.id, isActive: false })}
            onCancel={() => setLeaving(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}

function failureOf(
  changes: { role?: unknown; isActive?: unknown } | undefined,
  texts: { roleFailed: string; deactivateFailed: string; reactivateFailed: string },
): string {
  if (changes?.role !== undefined) return texts.roleFailed
  return changes?.isActive === false ? texts.deactivateFailed : texts.reactivateFailed
}
