import type { ImportDuplicate } from '@rehearse/contracts'
import { Check } from 'lucide-react'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { keyboardScrollable } from '../../shared/ui/keyboard-scrollable.ts'
import { InlineCode } from '../../shared/ui/markdown/inline-code.tsx'
import { Markdown } from '../../shared/ui/markdown/markdown.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { useBulkMessages } from './bulk-messages.ts'
import type { SourceRow } from './reading/source-row.ts'
import styles from './side-by-side.module.css'

export interface JudgedRow extends SourceRow {
  duplicate: ImportDuplicate | undefined
}

/** Lines of one question that are shown; nobody reads more of them here. */
const LINES = 60

/** How a question is written, and what was understood, or what is wrong with it. */
export function RowPair({ row }: { row: JudgedRow }) {
  const bulk = useBulkMessages()
  const format = useFormat()
  const number = format.number(row.index + 1)
  return (
    <li className={styles.pair}>
      <SourceLines row={row} />
      <div className={styles.understood}>
        <p className={styles.place} data-numeric>
          {bulk.row(number)}
          {row.line !== undefined && `, ${bulk.line(format.number(row.line))}`}
        </p>
        {row.error !== undefined && <p className={styles.error}>{row.error}</p>}
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
            {warning}
          </p>
        ))}
        {row.question && <Understood question={row.question} />}
      </div>
    </li>
  )
}

function SourceLines({ row }: { row: JudgedRow }) {
  const bulk = useBulkMessages()
  const lines = numbered(row.source, row.line ?? 1)
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
            data-fault={(row.error !== undefined && position === 0) || undefined}
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
        <Tag>{level in difficulty ? difficulty[level as keyof typeof difficulty] : level}</Tag>
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
            <Markdown text={option.text} compact />
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
