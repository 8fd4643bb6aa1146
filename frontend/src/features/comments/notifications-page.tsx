import type { CommentNotification } from '@rehearse/contracts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { notificationsQuery, useCommentWrites } from '../../shared/admin/comments/api.ts'
import { commentLink } from '../../shared/admin/comments/content-link.ts'
import { withNames } from '../../shared/admin/comments/mentions.ts'
import { useCommentMessages } from '../../shared/admin/comments/messages.en.ts'
import { usePeople } from '../../shared/admin/comments/people.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { Loading, useErrorText } from '../../shared/ui/load-failed.tsx'
import { firstLine } from '../../shared/ui/markdown/first-line.ts'
import { InlineCode } from '../../shared/ui/markdown/inline-code.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { Pagination } from '../../shared/ui/pagination.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { useUrlPages } from '../../shared/ui/use-url-filters.ts'
import styles from './notifications.module.css'

/** This admin's notifications about comments. */
export function NotificationsPage() {
  const messages = useCommentMessages()
  const errorText = useErrorText()
  const { page, pageSize, setPage } = useUrlPages([])
  const query = useQuery({
    ...notificationsQuery({ page, pageSize }),
    placeholderData: keepPreviousData,
  })
  const { markRead } = useCommentWrites()
  const { data } = query
  return (
    <Page
      title={messages.notifications}
      lead={messages.notificationsLead}
      actions={
        data !== undefined &&
        data.unread > 0 && (
          <Button pending={markRead.isPending} onClick={() => markRead.mutate(undefined)}>
            {messages.markAll}
          </Button>
        )
      }
    >
      {markRead.isError && (
        <Alert tone="error" title={messages.changeFailed}>
          {errorText(markRead.error)}
        </Alert>
      )}
      <Loading query={query} title={messages.notificationsFailed} heights={[4, 4, 4]} />
      {data?.data.length === 0 && (
        <EmptyState title={messages.noNotifications} text={messages.noNotificationsText} />
      )}
      {data && data.data.length > 0 && (
        <>
          <ul className={`plain-list ${styles.list}`}>
            {data.data.map((notification) => (
              <Notification
                key={notification.id}
                notification={notification}
                onRead={() => markRead.mutate([notification.id])}
              />
            ))}
          </ul>
          <Pagination pagination={data.pagination} showing={messages.showing} onChange={setPage} />
        </>
      )}
    </Page>
  )
}

function Notification({ notification, onRead }: { notification: CommentNotification; onRead: () => void }) {
  const messages = useCommentMessages()
  const format = useFormat()
  const { self, nameOf } = usePeople()
  const { id, reason, kind, title, author, body, createdAt, isRead } = notification
  return (
    <li className={classNames(styles.item, !isRead && styles.unread)}>
      <div className={styles.text}>
        <p>
          {messages.reasons[reason](nameOf(author))}
          {!isRead && (
            <>
              {' '}
              <Tag tone="info">{messages.isUnread}</Tag>
            </>
          )}
        </p>
        <p className={styles.title}>
          <Link to={commentLink(notification, id, self)} onClick={() => !isRead && onRead()}>
            <bdi>
              <InlineCode text={title} />
            </bdi>
          </Link>
        </p>
        <p className={styles.excerpt} dir="auto">
          {firstLine(withNames(body, nameOf))}
        </p>
        <p className={styles.meta}>
          {messages.kinds[kind]} · <time dateTime={createdAt}>{format.moment(createdAt)}</time>
        </p>
      </div>
      {!isRead && (
        <Button size="small" variant="ghost" aria-label={messages.markReadOf(title)} onClick={onRead}>
          {messages.markRead}
        </Button>
      )}
    </li>
  )
}
