import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useLocation } from 'react-router'
import styles from './settings-section.module.css'

/** A section of a settings page: its title at the side, its controls in the main column. */
export function SettingsSection({
  anchor,
  title,
  lead,
  children,
}: {
  /** The URL fragment that opens the page at this section. */
  anchor?: string
  title: string
  lead: string
  children: ReactNode
}) {
  const id = useId()
  const section = useRef<HTMLElement>(null)
  const { hash } = useLocation()
  useEffect(() => {
    if (anchor !== undefined && hash === `#${anchor}`) section.current?.scrollIntoView()
  }, [anchor, hash])
  return (
    <section ref={section} aria-labelledby={id} className={styles.section}>
      <header>
        <h2 id={id}>{title}</h2>
        <p className={styles.lead}>{lead}</p>
      </header>
      <div className={styles.content}>{children}</div>
    </section>
  )
}
