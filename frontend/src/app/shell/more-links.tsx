import { NavLink } from 'react-router'
import { useMessages } from '../../shared/i18n/locale.ts'
import styles from './more-links.module.css'

/**
 * @property exact pages below it belong to another link
 * @property news how much is new there, as it is shown and as it is said
 */
interface MoreLink {
  to: string
  label: string
  exact?: boolean
  news?: { count: string; said: string } | undefined
}

/** The pages beside the everyday ones: at the side on a wide screen, in the menu on a phone. */
export function MoreLinks({ links }: { links: readonly MoreLink[] }) {
  const { nav } = useMessages()
  return (
    <nav aria-label={nav.more} className={styles.more}>
      {links.map(({ to, label, exact = false, news }) => (
        <NavLink key={to} to={to} end={exact} className={styles.link ?? ''}>
          {label}
          {news && (
            <span data-numeric className={styles.news}>
              <span aria-hidden>{news.count}</span>
              <span className="visually-hidden">{news.said}</span>
            </span>
          )}
        </NavLink>
      ))}
    </nav>
  )
}
