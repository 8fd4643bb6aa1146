import type { ReactNode } from 'react'
import { Tag } from '../../shared/ui/tag.tsx'
import { useNoticeMessages } from './notice-messages.ts'
import styles from './notices.module.css'

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
