import type { Difficulty, ImportDuplicate, ImportResult } from '@rehearse/contracts'
import { LEVEL_BY_NAME } from '@rehearse/contracts/questions/difficulty-words'
import { Check } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import { SelectField } from '../../shared/ui/fields.tsx'
import { keyboardScrollable } from '../../shared/ui/keyboard.ts'
import { InlineCode } from '../../shared/ui/markdown/inline-code.tsx'
import { Markdown } from '../../shared/ui/markdown/markdown.tsx'
import { OptionText } from '../../shared/ui/markdown/option-text.tsx'
import { Pagination, pagesOf } from '../../shared/ui/pagination.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { useBulkMessages } from './messages.en.ts'
import styles from './side-by-side.module.css'
import type { ReadSource, SourceRow } from './source-rows.ts'

const PAGE_SIZE = 10
const kinds = ['all', 'failed', 'warned', 'duplicates'] as const
type Kind = (typeof kinds)[number]

/**
 * Every question of the source next to its parsed form, a page at a time, so that thousands render as fast as ten.
 */
export function SideBySide({ read, result }: { read: ReadSource; result: ImportResult }) {
  const bulk = useBulkMessages()
  const format = useFormat()
  const rows = useMemo(() => compare(read, result), [read, result])
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
          <RowPair key={row.index} row={row} isSheet={read.fileName !== undefined} />
        ))}
      </ol>
      {shown.length > 0 && <Pagination pagination={pagesOf(shown.length, place)} onChange={setPlace} />}
    </section>
  )
}

/** Merges the parsed questions with the server's results. */
function compare(read: ReadSource, result: ImportResult): ComparedRow[] {
  const errors = new Map(result.errors.map(({ index, error }) => [index, error]))
  const duplicates = new Map(result.duplicates.map((duplicate) => [duplicate.index, duplicate]))
  return read.rows.map((row) => {
    const error = errors.get(row.index) ?? row.error
    return { ...row, ...(error !== undefined && { error }), duplicate: duplicates.get(row.index) }
  })
}

function isOf(row: ComparedRow, kind: Kind): boolean {
  if (kind === 'failed') return row.error !== undefined
  if (kind === 'warned') return row.warnings.length > 0
  return kind === 'all' || row.duplicate !== undefined
}

interface ComparedRow extends SourceRow {
  duplicate: ImportDuplicate | undefined
}

/** The maximum number of lines shown per question. */
const LINES = 60

/** The source of a question next to its parsed form or its error. */
function RowPair({ row, isSheet }: { row: ComparedRow; isSheet: boolean }) {
  const bulk = useBulkMessages()
  const { errors } = useMessages()
  const format = useFormat()
  const number = format.number(row.index + 1)
  return (
    <li className={styles.pair}>
      <SourceLines row={row} first={isSheet ? 1 : (row.line ?? 1)} />
      <div className={styles.understood}>
        <p className={styles.place} data-numeric>
          {isSheet ? bulk.sheetRow(format.number(row.line ?? 0)) : bulk.row(number)}
          {!isSheet && row.line !== undefined && `, ${bulk.line(format.number(row.line))}`}
        </p>
        {row.error !== undefined && <p className={styles.error}>{errors.serverText(row.error)}</p>}
        {row.duplicate && (
          <p className={styles.duplicate}>
            {row.duplicate.id === null ? (
              bulk.twice
            ) : (
              <a
                href={`/admin/questions/unified?open=edit:${row.duplicate.id}`}
                target="_blank"
                rel="noopener"
              >
                {bulk.there}
              </a>
            )}
          </p>
        )}
        {row.warnings.map((warning) => (
          <p key={warning} className={styles.warning}>
            {errors.serverText(warning)}
          </p>
        ))}
        {row.question && row.error === undefined && <Understood question={row.question} />}
      </div>
    </li>
  )
}

function SourceLines({ row, first }: { row: ComparedRow; first: number }) {
  const bulk = useBulkMessages()
  const lines = numbered(row.source, first)
  return (
    <section
      aria-label={bulk.sourceOf(row.title || String(row.index + 1))}
      className={styles.source}
      {...keyboardScrollable}
    >
      <pre dir="ltr">
        {lines.slice(0, LINES).map(({ number, text }, position) => (
          <span
            key={number}
            className={styles.sourceLine}
            data-problem={(row.error !== undefined && position === 0) || undefined}
          >
            <span aria-hidden className={styles.number}>
              {number}
            </span>
            {`${text}\n`}
          </span>
        ))}
        {lines.length > LINES && '…'}
      </pre>
    </section>
  )
}

const numbered = (source: string, first: number) =>
  source.split('\n').map((text, position) => ({ number: first + position, text }))

/** A source may use the other names of the levels. */
const storedLevels: Readonly<Partial<Record<string, Difficulty>>> = LEVEL_BY_NAME

function Understood({ question }: { question: NonNullable<SourceRow['question']> }) {
  const { difficulty } = useMessages()
  const bulk = useBulkMessages()
  const level = question.difficulty ?? 'beginner'
  return (
    <>
      <p dir="auto" className={styles.title}>
        <InlineCode text={question.title} />
      </p>
      <p className={styles.tags}>
        <Tag>{difficulty[storedLevels[level.toLowerCase()] ?? 'beginner']}</Tag>
        {question.category && <Tag>{question.category}</Tag>}
        {question.tags?.map((tag) => (
          <Tag key={tag}>{tag}</Tag>
        ))}
      </p>
      <Markdown text={question.content} />
      <ul className="plain-list">
        {question.options?.map((option, position) => (
          <li
            key={option.id ?? position}
            className={styles.option}
            data-right={option.isCorrect || undefined}
          >
            {option.isCorrect ? <Check aria-label={bulk.right} size={16} /> : <span />}
            <OptionText text={option.text} />
          </li>
        ))}
      </ul>
      {question.explanation && (
        <div className={styles.explanation}>
          <Markdown text={question.explanation} />
        </div>
      )}
    </>
  )
}
