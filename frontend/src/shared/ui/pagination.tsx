import type { Pagination as PageInfo } from '@rehearse/contracts'
import { useEffect, useEffectEvent } from 'react'
import { PAGE_BUTTONS, PAGE_SIZES } from '../constants.ts'
import { useFormat } from '../i18n/format.ts'
import { useMessages } from '../i18n/locale.ts'
import { Button } from './button.tsx'
import { SelectField } from './fields.tsx'
import styles from './pagination.module.css'

/** Pages of a list. Only existing pages can be requested; another page size returns to page 1. */
export function Pagination({
  pagination: { page, pageSize, totalCount, totalPages, hasNext, hasPrev },
  showing,
  onChange,
}: {
  pagination: PageInfo
  /** The range text, for lists of something other than questions. */
  showing?: (from: string, to: string, of: string) => string
  onChange: (to: { page: number; pageSize: number }) => void
}) {
  const messages = useMessages().pagination
  const format = useFormat()
  // The last entry of the last page may have been removed.
  const last = totalPages > 0 && page > totalPages ? totalPages : undefined
  const leave = useEffectEvent((to: number) => onChange({ page: to, pageSize }))
  useEffect(() => {
    if (last !== undefined) leave(last)
  }, [last])
  const goTo = (to: number) => {
    if (to >= 1 && to <= totalPages && to !== page) onChange({ page: to, pageSize })
  }
  const from = totalCount === 0 ? 0 : (page - 1) * pageSize + 1
  const to = Math.min(page * pageSize, totalCount)
  const sizes = [...new Set([...PAGE_SIZES, pageSize])].sort((a, b) => a - b)
  return (
    <nav aria-label={messages.label} className={styles.bar}>
      <p data-numeric className={styles.showing}>
        {(showing ?? messages.showing)(format.number(from), format.number(to), format.number(totalCount))}
      </p>
      <div className={styles.size}>
        <SelectField
          label={messages.perPage}
          value={pageSize}
          onChange={(event) => onChange({ page: 1, pageSize: Number(event.target.value) })}
          choices={sizes.map((size) => ({ value: String(size), label: format.number(size) }))}
        />
      </div>
      <div className={styles.pages}>
        <Button size="small" disabled={!hasPrev} onClick={() => hasPrev && goTo(page - 1)}>
          {messages.previous}
        </Button>
        {pageWindow(page, totalPages).map((number) => (
          <Button
            key={number}
            size="small"
            data-numeric
            className={number === page ? styles.current : styles.number}
            aria-label={messages.page(format.number(number))}
            aria-current={number === page ? 'page' : undefined}
            onClick={() => goTo(number)}
          >
            {format.number(number)}
          </Button>
        ))}
        <Button size="small" disabled={!hasNext} onClick={() => hasNext && goTo(page + 1)}>
          {messages.next}
        </Button>
      </div>
    </nav>
  )
}

/** A page of a list that is loaded as a whole. */
export function pagesOf(
  totalCount: number,
  { page, pageSize }: { page: number; pageSize: number },
): PageInfo {
  const totalPages = Math.ceil(totalCount / pageSize)
  return { page, pageSize, totalCount, totalPages, hasNext: page < totalPages, hasPrev: page > 1 }
}

/** The page numbers to show: at most `size` in a row, with the current page as near the middle as the ends allow. */
export function pageWindow(page: number, totalPages: number, size: number = PAGE_BUTTONS): number[] {
  const length = Math.max(0, Math.min(size, totalPages))
  const first = Math.max(1, Math.min(page - Math.floor(length / 2), totalPages - length + 1))
  return Array.from({ length }, (_, offset) => first + offset)
}
