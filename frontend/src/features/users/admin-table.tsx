import type { Admin } from '@rehearse/contracts'
import { lazy, Suspense, useState } from 'react'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { useErrorText } from '../../shared/ui/error-text.ts'
import { SelectField } from '../../shared/ui/fields.tsx'
import { ListTable } from '../../shared/ui/table/list-table.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { useAdminWrites } from './admin-queries.ts'
import { useUserMessages } from './messages.ts'
import styles from './users.module.css'

const ConfirmDialog = lazy(() => import('../../shared/ui/confirm-dialog.tsx'))
const ResetAdmin = lazy(() => import('./reset-admin.tsx'))
const roles: readonly Admin['role'][] = ['admin', 'super_admin']

/** The server keeps the last super admin in charge; what it refuses is said here. */
export function AdminTable({ admins, selfId }: { admins: readonly Admin[]; selfId: string }) {
  const messages = useUserMessages()
  const { common } = useMessages()
  const format = useFormat()
  const errorText = useErrorText()
  const { change } = useAdminWrites()
  const [leaving, setLeaving] = useState<Admin>()
  const [resetting, setResetting] = useState<Admin>()
  const write = (changes: Parameters<typeof change.mutate>[0]) =>
    change.mutate(changes, { onSettled: () => setLeaving(undefined) })
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
          { label: messages.standing },
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
                  write({ id: admin.id, role: roles.find((role) => role === target.value) })
                }
                choices={roles.map((value) => ({ value, label: messages.roles[value] }))}
              />
            </td>
            <td data-label={messages.lastLogin}>
              {admin.lastLogin ? format.moment(admin.lastLogin) : messages.never}
            </td>
            <td className={styles.standing}>
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
