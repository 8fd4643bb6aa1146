import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { adminSelfQuery } from '../../shared/admin/admin-self.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { adminsQuery } from './admin-queries.ts'
import { AdminTable } from './admin-table.tsx'
import { NewAdminForm } from './new-admin-form.tsx'
import { useUserMessages } from './user-messages.ts'
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
