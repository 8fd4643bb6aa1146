import { type ReactNode, useId } from 'react'
import styles from './settings-section.module.css'

/** One subject of a settings page: its title at the side, what can be done in the reading column. */
export function SettingsSection({
  title,
  lead,
  children,
}: {
  title: string
  lead: string
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles.section}>
      <header>
        <h2 id={id}>{title}</h2>
        <p className={styles.lead}>{lead}</p>
      </header>
      <div className={styles.content}>{children}</div>
    </section>
  )
}
