import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './tag.module.css'

export function Tag({
  tone = 'quiet',
  children,
}: {
  tone?: 'quiet' | 'info' | 'ok' | 'bad'
  children: ReactNode
}) {
  return (
    <span data-numeric className={classNames(styles.tag, styles[tone])}>
      {children}
    </span>
  )
}
