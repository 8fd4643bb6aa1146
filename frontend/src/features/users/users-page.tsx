import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { adminSelfQuery } from '../../shared/admin/admin-self.ts'
import { Page } from '../../shared/ui/page.tsx'
import { ViewLinks } from '../../shared/ui/view-links.tsx'
import { useUserMessages } from './messages.en.ts'

/** The layout of both lists. Only super admins see the list of admins. */
export function UsersPage({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  const messages = useUserMessages()
  const { data: self } = useQuery(adminSelfQuery)
  return (
    <Page title={messages.title} lead={messages.lead} actions={actions}>
      {self?.role === 'super_admin' && (
        <ViewLinks
          label={messages.views}
          views={[
            { to: '/admin/users', label: messages.learnersView },
            { to: '/admin/users/admins', label: messages.adminsView },
          ]}
        />
      )}
      {children}
    </Page>
  )
}
