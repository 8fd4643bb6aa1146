import type { ReactNode } from 'react'
import styles from './figure.module.css'

/** A number set like a scoreboard, with a line that says what it means and, where there is one, the way to its reasons. */
export function Figure({
  label,
  value,
  line,
  why,
  lit = false,
}: {
  label: string
  value: ReactNode
  line?: ReactNode
  why?: ReactNode
  /** The lamp: for the one figure that moves one on. */
  lit?: boolean
}) {
  return (
    <div className={styles.figure}>
      <dt className={styles.label}>{label}</dt>
      <dd className={styles.body}>
        <span data-numeric className={lit ? styles.lit : styles.value}>
          {value}
        </span>
        {line && <span className={styles.line}>{line}</span>}
        {why}
      </dd>
    </div>
  )
}

/** Figures side by side, parted by lines alone. */
export const Figures = ({ children }: { children: ReactNode }) => (
  <div className={styles.frame}>
    <dl className={styles.row}>{children}</dl>
  </div>
)
