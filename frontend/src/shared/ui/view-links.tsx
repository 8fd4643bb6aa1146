import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { classNames } from './class-names.ts'
import styles from './tabs.module.css'

interface View {
  /** Where it is: another page, or the same with another query. */
  to: string
  label: ReactNode
  /** Whether it is the one shown; by its path unless said. */
  isCurrent?: boolean
}

/** The views of a page that have addresses of their own, side by side as tabs are. */
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
