import { CircleCheck, CircleX, Info, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMessages } from '../i18n/locale.ts'
import styles from './alert.module.css'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'

export type Tone = 'success' | 'error' | 'warning' | 'info'

export const toneIcons = { success: CircleCheck, error: CircleX, warning: TriangleAlert, info: Info } as const

/** A message on the page; screen readers announce it when it appears. */
export function Alert({
  tone,
  title,
  children,
  action,
  onDismiss,
}: {
  tone: Tone
  title?: string
  children?: ReactNode
  action?: ReactNode
  onDismiss?: () => void
}) {
  const messages = useMessages()
  const Icon = toneIcons[tone]
  return (
    <div role={tone === 'error' ? 'alert' : 'status'} className={classNames(styles.alert, styles[tone])}>
      <Icon aria-hidden size={20} className={styles.icon} />
      <div className={styles.body}>
        {title && <p className={styles.title}>{title}</p>}
        {children}
        {action && <div className={styles.action}>{action}</div>}
      </div>
      {onDismiss && <IconButton icon={X} label={messages.common.dismiss} onClick={onDismiss} />}
    </div>
  )
}
