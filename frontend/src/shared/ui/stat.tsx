import type { ReactNode } from 'react'
import styles from './stat.module.css'

/** A large number with a caption that explains it and an optional link to details. */
export function Stat({
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
  /** Highlights the number that matters most. */
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

/** Numbers side by side, separated by lines. */
export const Stats = ({ children }: { children: ReactNode }) => (
  <div className={styles.frame}>
    <dl className={styles.row}>{children}</dl>
  </div>
)
