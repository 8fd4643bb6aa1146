import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { adminSelfQuery } from '../../shared/admin/admin-self.ts'
import { Page } from '../../shared/ui/page.tsx'
import { useUserMessages } from './user-messages.ts'
import styles from './users.module.css'

/** The frame of both lists. Admins are offered to those alone who may look after them. */
export function UsersPage({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  const messages = useUserMessages()
  const { data: self } = useQuery(adminSelfQuery)
  return (
    <Page title={messages.title} lead={messages.lead} actions={actions}>
      {self?.role === 'super_admin' && (
        <nav aria-label={messages.views} className={styles.views}>
          <NavLink to="/admin/users" end>
            {messages.learnersView}
          </NavLink>
          <NavLink to="/admin/users/admins">{messages.adminsView}</NavLink>
        </nav>
      )}
      {children}
    </Page>
  )
}
