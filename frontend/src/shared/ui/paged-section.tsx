import type { Pagination as PageInfo } from '@rehearse/contracts'
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { classNames } from './class-names.ts'
import { LoadFailed } from './load-failed.tsx'
import styles from './paged-section.module.css'
import { Pagination } from './pagination.tsx'
import { Skeleton } from './skeleton.tsx'

/** The visible range of a list. */
export interface Span {
  page: number
  pageSize: number
}

export const firstPage: Span = { page: 1, pageSize: 10 }

/** A titled list, loaded page by page; renders nothing if empty. Pagination shows only for more than one page. */
export function PagedSection<Reply extends { pagination: PageInfo }, Key extends QueryKey>({
  title,
  queryOf,
  failed,
  heights,
  showing,
  className,
  children,
}: {
  title: string
  queryOf: (span: Span) => UseQueryOptions<Reply, Error, Reply, Key>
  /** The title of the error if it can't be loaded. */
  failed: string
  heights: readonly number[]
  showing: (from: string, to: string, of: string) => string
  className: string | undefined
  children: (reply: Reply) => readonly ReactNode[]
}) {
  const id = useId()
  const [span, setSpan] = useState(firstPage)
  const { data, error, refetch } = useQuery(queryOf(span))
  if (!data) {
    return error ? (
      <LoadFailed title={failed} error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton heights={heights} />
    )
  }
  const rows = children(data)
  if (rows.length === 0) return null
  return (
    <section aria-labelledby={id} className={classNames(styles.section, className)}>
      <h2 id={id}>{title}</h2>
      <ul className={classNames('plain-list', styles.list)}>{rows}</ul>
      {data.pagination.totalPages > 1 && (
        <Pagination pagination={data.pagination} showing={showing} onChange={setSpan} />
      )}
    </section>
  )
}
