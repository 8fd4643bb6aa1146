import { NavLink } from 'react-router'
import { useMessages } from '../../shared/i18n/locale.ts'
import styles from './more-links.module.css'

/** The pages beside the everyday ones: at the side on a wide screen, in the menu on a phone. */
export function MoreLinks() {
  const { nav } = useMessages()
  const links = [
    ['/progress', nav.progress],
    ['/flashcards', nav.flashcards],
    ['/study-plans', nav.plans],
    ['/ai-mock-interview', nav.interview],
    ['/preparation-guides', nav.guides],
    ['/articles', nav.articles],
    ['/cheatsheet', nav.cheatSheets],
    ['/resources', nav.resources],
    ['/jobs', nav.jobs],
  ] as const
  return (
    <nav aria-label={nav.more} className={styles.more}>
      {links.map(([to, label]) => (
        <NavLink key={to} to={to} className={styles.link ?? ''}>
          {label}
        </NavLink>
      ))}
    </nav>
  )
}
