import type { ReactNode } from 'react'
import styles from './page.module.css'

/** A page's title, in the window and as a heading, with a lead text and the page's actions. */
export function Page({
  title,
  heading = title,
  lead,
  actions,
  children,
}: {
  title: string
  heading?: string
  lead?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <header className={styles.header}>
        <div>
          <h1 dir="auto">{heading}</h1>
          {lead && (
            <p dir="auto" className={styles.lead}>
              {lead}
            </p>
          )}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </>
  )
}

export const PageTitle = ({ children }: { children: string }) => <title>{`${children} · Rehearse`}</title>
