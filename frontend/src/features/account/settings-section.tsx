import { type ReactNode, useId } from 'react'
import styles from './settings.module.css'

/** One subject of the settings: what it is about at the side, what can be done in the reading column. */
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
        <p className={styles.quiet}>{lead}</p>
      </header>
      <div className={styles.content}>{children}</div>
    </section>
  )
}
