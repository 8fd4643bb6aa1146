import type { Pagination as PageFigures } from '@rehearse/contracts'
import { type ReactNode, useId } from 'react'
import { Pagination } from '../../shared/ui/pagination.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { useNoticeMessages } from './notice-messages.ts'
import styles from './notices.module.css'

/** Notices of one kind under their name; pages only where there is more than one. */
export function NoticeList({
  title,
  pagination,
  showing,
  onTurn,
  children,
}: {
  title: string
  pagination: PageFigures
  showing: (from: string, to: string, of: string) => string
  onTurn: (to: { page: number; pageSize: number }) => void
  children: readonly ReactNode[]
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id}>{title}</h2>
      <ul className={`plain-list ${styles.list}`}>{children}</ul>
      {pagination.totalPages > 1 && (
        <Pagination pagination={pagination} showing={showing} onChange={onTurn} />
      )}
    </section>
  )
}

export function Notice({
  title,
  line,
  tag,
  isNew,
  children,
}: {
  title: ReactNode
  line: string
  tag: ReactNode
  isNew: boolean
  children: ReactNode
}) {
  const messages = useNoticeMessages()
  return (
    <li className={styles.notice}>
      <h3 dir="auto">{title}</h3>
      <p className={styles.quiet}>
        {isNew && <Tag tone="ok">{messages.new}</Tag>} {line} {tag}
      </p>
      {children}
    </li>
  )
}
