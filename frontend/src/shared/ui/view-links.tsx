import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { classNames } from './class-names.ts'
import styles from './tabs.module.css'

interface View {
  /** The target: another page, or the same page with another query. */
  to: string
  label: ReactNode
  /** Whether it is the current one; compared by path unless set. */
  isCurrent?: boolean
}

/** Links to the views of a page, each with its own URL, displayed as tabs. */
export function ViewLinks({ label, views }: { label: string; views: readonly View[] }) {
  const { pathname } = useLocation()
  return (
    <nav aria-label={label} className={classNames(styles.list, styles.views)}>
      {views.map(({ to, label: name, isCurrent = to === pathname }) => (
        <Link key={to} to={to} aria-current={isCurrent ? 'page' : undefined} className={styles.tab ?? ''}>
          {name}
        </Link>
      ))}
    </nav>
  )
}
