import { type ReactNode, useId } from 'react'
import { classNames } from '../../shared/ui/class-names.ts'
import styles from './lists.module.css'

/** A list under its name; where it is empty, a line that says how it fills. */
export function TitledList({
  title,
  empty,
  ordered = false,
  className,
  children,
}: {
  title: string
  empty?: ReactNode
  ordered?: boolean
  className?: string | undefined
  children: readonly ReactNode[]
}) {
  const id = useId()
  const List = ordered ? 'ol' : 'ul'
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {children.length === 0 && <p className={styles.quiet}>{empty}</p>}
      {children.length > 0 && <List className={classNames('plain-list', className)}>{children}</List>}
    </section>
  )
}
