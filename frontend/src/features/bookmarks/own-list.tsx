import type { Pagination as PageFigures } from '@rehearse/contracts'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { classNames } from '../../shared/ui/class-names.ts'
import { InlineCode } from '../../shared/ui/markdown/inline-code.tsx'
import { Pagination } from '../../shared/ui/pagination.tsx'
import styles from './bookmarks.module.css'

/** One kind of what was put aside, under its name; pages only where there is more than one. */
export function OwnList({
  title,
  pagination,
  showing,
  onTurn,
  children,
}: {
  title: string
  pagination: PageFigures
  showing: (from: string, to: string, of: string) => string
  onTurn: (to: { page: number; pageSize: number }) => void
  children: readonly ReactNode[]
}) {
  const id = useId()
  if (children.length === 0) return null
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id}>{title}</h2>
      <ul className={classNames('plain-list', styles.list)}>{children}</ul>
      {pagination.totalPages > 1 && (
        <Pagination pagination={pagination} showing={showing} onChange={onTurn} />
      )}
    </section>
  )
}

/** To the question itself, by its name. */
export function QuestionLink({ id, title }: { id: string; title: string }) {
  return (
    <h3 dir="auto" className={styles.title}>
      <Link to={`/questions?question=${id}`}>
        <InlineCode text={title} />
      </Link>
    </h3>
  )
}
