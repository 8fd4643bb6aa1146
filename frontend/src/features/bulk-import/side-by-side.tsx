import type { ImportResult, Pagination as PageFigures } from '@rehearse/contracts'
import { useMemo, useState } from 'react'
import { useFormat } from '../../shared/i18n/format.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import { SelectField } from '../../shared/ui/fields.tsx'
import { Pagination } from '../../shared/ui/pagination.tsx'
import { useBulkMessages } from './bulk-messages.ts'
import type { ReadSource } from './reading/source-row.ts'
import { type JudgedRow, RowPair } from './row-pair.tsx'
import styles from './side-by-side.module.css'

const PAGE_SIZE = 10
const kinds = ['all', 'failed', 'warned', 'duplicates'] as const
type Kind = (typeof kinds)[number]

/** Every question of the source beside what was made of it, a page at a time: five thousand are no more to draw than ten. */
export function SideBySide({ read, result }: { read: ReadSource; result: ImportResult }) {
  const bulk = useBulkMessages()
  const format = useFormat()
  const rows = useMemo(() => judge(read, result), [read, result])
  const [kind, setKind] = useState<Kind>(result.failed > 0 ? 'failed' : 'all')
  const [place, setPlace] = useState({ page: 1, pageSize: PAGE_SIZE })
  const shown = useMemo(() => rows.filter((row) => isOf(row, kind)), [rows, kind])
  const begin = (place.page - 1) * place.pageSize
  const count = (of: Kind) => format.number(rows.filter((row) => isOf(row, of)).length)
  return (
    <section aria-label={bulk.sideBySide} className={styles.section}>
      <header className={styles.header}>
        <h3>{bulk.sideBySide}</h3>
        <SelectField
          label={bulk.show}
          value={kind}
          onChange={(event) => {
            setKind(event.target.value as Kind)
            setPlace({ ...place, page: 1 })
          }}
          choices={kinds.map((value) => ({ value, label: `${bulk.kinds[value]} (${count(value)})` }))}
        />
      </header>
      {shown.length === 0 && <p className={styles.quiet}>{bulk.noneOfThese}</p>}
      <ol className={classNames('plain-list', styles.rows)}>
        {shown.slice(begin, begin + place.pageSize).map((row) => (
          <RowPair key={row.index} row={row} />
        ))}
      </ol>
      {shown.length > 0 && <Pagination pagination={pagesOf(shown.length, place)} onChange={setPlace} />}
    </section>
  )
}

function pagesOf(totalCount: number, { page, pageSize }: { page: number; pageSize: number }): PageFigures {
  const totalPages = Math.ceil(totalCount / pageSize)
  return { page, pageSize, totalCount, totalPages, hasNext: page < totalPages, hasPrev: page > 1 }
}

/** What was read here, with what the server says of it. */
function judge(read: ReadSource, result: ImportResult): JudgedRow[] {
  const errors = new Map(result.errors.map(({ index, error }) => [index, error]))
  const duplicates = new Map(result.duplicates.map((duplicate) => [duplicate.index, duplicate]))
  return read.rows.map((row) => {
    const error = errors.get(row.index) ?? row.error
    return { ...row, ...(error !== undefined && { error }), duplicate: duplicates.get(row.index) }
  })
}

function isOf(row: JudgedRow, kind: Kind): boolean {
  if (kind === 'failed') return row.error !== undefined
  if (kind === 'warned') return row.warnings.length > 0
  return kind === 'all' || row.duplicate !== undefined
}
