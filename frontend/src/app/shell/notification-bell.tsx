import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { unreadQuery } from '../../shared/admin/comments/api.ts'
import { useCommentMessages } from '../../shared/admin/comments/messages.en.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import styles from './admin-shell.module.css'

/** Leads to the notifications; shows how many are unread. The live stream keeps it current. */
export function NotificationBell() {
  const messages = useCommentMessages()
  const format = useFormat()
  const { pathname } = useLocation()
  const { data } = useQuery(unreadQuery)
  const unread = data?.unread ?? 0
  const shown = unread > MOST ? `${format.number(MOST)}+` : format.number(unread)
  return (
    <Link
      to="/admin/notifications"
      className={styles.bell}
      aria-label={unread > 0 ? messages.unread(unread) : messages.notifications}
      aria-current={pathname === '/admin/notifications' ? 'page' : undefined}
    >
      <Bell aria-hidden size={18} strokeWidth={1.75} />
      <span className={styles.bellLabel}>{messages.notifications}</span>
      {unread > 0 && (
        <span aria-hidden data-numeric className={styles.unread}>
          {shown}
        </span>
      )}
    </Link>
  )
}

const MOST = 99
