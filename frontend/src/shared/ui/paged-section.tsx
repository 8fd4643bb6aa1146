import type { Pagination as PageFigures } from '@rehearse/contracts'
import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import styles from './paged-section.module.css'
import { Pagination } from './pagination.tsx'

/** A titled list; pagination shows only for more than one page. */
export function PagedSection({
  title,
  pagination,
  showing,
  onTurn,
  className,
  children,
}: {
  title: string
  pagination: PageFigures
  showing: (from: string, to: string, of: string) => string
  onTurn: (to: { page: number; pageSize: number }) => void
  className: string | undefined
  children: readonly ReactNode[]
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={classNames(styles.section, className)}>
      <h2 id={id}>{title}</h2>
      <ul className={classNames('plain-list', styles.list)}>{children}</ul>
      {pagination.totalPages > 1 && (
        <Pagination pagination={pagination} showing={showing} onChange={onTurn} />
      )}
    </section>
  )
}
