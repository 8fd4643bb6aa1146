import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

/** An empty list: says how to fill it, and offers the button. */
export function EmptyState({ title, text, action }: { title: string; text?: string; action?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <span aria-hidden className={styles.lamp} />
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
