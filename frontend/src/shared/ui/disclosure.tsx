import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './disclosure.module.css'

/** Rarely used content, collapsed under a title. */
export function Disclosure({
  title,
  children,
  onToggle,
}: {
  title: string
  children: ReactNode
  onToggle?: (isOpen: boolean) => void
}) {
  return (
    <details className={styles.disclosure} onToggle={(event) => onToggle?.(event.currentTarget.open)}>
      <summary>
        {title}
        <ChevronDown aria-hidden size={18} />
      </summary>
      <div className={styles.disclosed}>{children}</div>
    </details>
  )
}
