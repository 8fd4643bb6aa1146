import type { ImportResult, QuestionFormat } from '@rehearse/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { useErrorText } from '../../shared/ui/load-failed.tsx'
import { undoImport } from './api.ts'
import styles from './bulk-import.module.css'
import { useBulkMessages } from './messages.en.ts'
import type { ReadSource } from './source-rows.ts'
import { haveLineNumbers, linesOf, rawRows } from './source-rows.ts'

/** The maximum number of listed errors; the file contains all of them. */
const LISTED = 100

/** The result of an import: questions that failed can be fixed and imported again, and everything can be undone. */
export function ImportOutcome({
  result,
  read,
  content,
  onAnother,
}: {
  result: ImportResult
  read: ReadSource | undefined
  content: string | undefined
  onAnother: () => void
}) {
  const bulk = useBulkMessages()
  const { common, errors } = useMessages()
  const format = useFormat()
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const undo = useMutation({
    mutationFn: undoImport,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['admin', 'data'] })
      await queryClient.invalidateQueries({ queryKey: ['catalogue'] })
    },
  })
  const nothing = result.success + result.skipped === 0
  const { batchId } = result
  return (
    <section aria-label={bulk.outcome} className={styles.section}>
      {undo.data ? (
        <Alert tone="success">
          <p>{bulk.undone(undo.data.removed, undo.data.reverted)}</p>
          {undo.data.kept.length > 0 && <p>{bulk.undoSkipped(undo.data.kept.length)}</p>}
        </Alert>
      ) : (
        <Alert
          tone={nothing ? 'error' : result.failed > 0 ? 'warning' : 'success'}
          action={
            batchId !== null &&
            result.success > 0 && (
              <Button size="small" pending={undo.isPending} onClick={() => undo.mutate(batchId)}>
                {undo.isPending ? bulk.undoing : bulk.undo}
              </Button>
            )
          }
        >
          <p>
            {nothing
              ? bulk.importFailed(
                  result.errors.map(({ error }) => errors.serverText(error)).join(common.comma),
                )
              : bulk.saved(format.number(result.success), format.number(result.failed))}
          </p>
          {result.skipped > 0 && <p>{bulk.skipped(result.skipped)}</p>}
        </Alert>
      )}
      {undo.isError && (
        <Alert tone="error" title={bulk.undoFailed}>
          {errorText(undo.error)}
        </Alert>
      )}
      <SheetNotes notes={read?.notes} />
      {result.errors.length > 0 && (
        <>
          <h3>{bulk.problems(format.number(result.errors.length))}</h3>
          <ul className={classNames('plain-list', styles.issues)}>
            {result.errors.slice(0, LISTED).map((issue) => (
              <li key={issue.index}>
                <span data-numeric className={styles.place}>
                  {read?.fileName !== undefined
                    ? bulk.sheetRow(format.number(issue.line ?? 0))
                    : issue.line === undefined
                      ? bulk.row(format.number(issue.index + 1))
                      : bulk.line(format.number(issue.line))}
                </span>
                <span dir="auto">{errors.serverText(issue.error)}</span>
              </li>
            ))}
          </ul>
          {result.errors.length > LISTED && <p>{bulk.more(result.errors.length - LISTED)}</p>}
          {read && content !== undefined && (
            <p>
              <Button
                onClick={() => downloadText(failingFile(content, read.format, read.rows, result.errors))}
              >
                <Download aria-hidden size={16} />
                {bulk.downloadFailed}
              </Button>
              <span className={styles.hint}>{bulk.downloadFailedHint}</span>
            </p>
          )}
        </>
      )}
      {read && (
        <div className={styles.actions}>
          <Button onClick={onAnother}>{bulk.another}</Button>
        </div>
      )}
    </section>
  )
}

/** What isn't imported of a sheet, besides its rows. */
export function SheetNotes({ notes = [] }: { notes?: readonly string[] | undefined }) {
  const bulk = useBulkMessages()
  const { errors } = useMessages()
  if (notes.length === 0) return null
  return (
    <section aria-label={bulk.sheetNotes} className={styles.created}>
      <h4>{bulk.sheetNotes}</h4>
      <ul>
        {notes.map((note) => (
          <li key={note}>{errors.serverText(note)}</li>
        ))}
      </ul>
    </section>
  )
}

/** Downloads a text as a file. */
function downloadText({ name, type, text }: { name: string; type: string; text: string }): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

interface Place {
  index: number
  line?: number
}

interface Failure {
  index: number
  error: string
}

interface FailingFile {
  name: string
  type: string
  text: string
}

const files: Readonly<Record<QuestionFormat, { name: string; type: string }>> = {
  json: { name: 'questions-to-fix.json', type: 'application/json' },
  markdown: { name: 'questions-to-fix.md', type: 'text/markdown' },
  gift: { name: 'questions-to-fix.gift', type: 'text/plain' },
  aiken: { name: 'questions-to-fix.aiken', type: 'text/plain' },
  'moodle-xml': { name: 'questions-to-fix.xml', type: 'application/xml' },
}

/**
 * The questions that could not be imported, in their original format with the error next to each, to be fixed and
 * imported again. Shared lines (headings, categories) are included. If questions don't begin on separate lines, it is
 * the whole source: valid questions are duplicates by then, and skipped.
 */
export function failingFile(
  content: string,
  format: QuestionFormat,
  places: readonly Place[],
  failures: readonly Failure[],
): FailingFile {
  const errors = new Map(failures.map(({ index, error }) => [index, error]))
  return { ...files[format], text: textOf(content, format, places, errors) }
}

function textOf(
  content: string,
  format: QuestionFormat,
  places: readonly Place[],
  errors: ReadonlyMap<number, string>,
): string {
  if (format === 'json') {
    const questions = rawRows(content).flatMap((row, index) => {
      const error = errors.get(index)
      if (error === undefined) return []
      return [typeof row === 'object' && row !== null ? { error, ...row } : row]
    })
    return `${JSON.stringify({ questions }, null, 2)}\n`
  }
  const begins = places.map(({ line }) => line)
  if (!haveLineNumbers(begins)) return content
  const lines = linesOf(content)
  const remaining = lines.slice(0, (begins[0] ?? 1) - 1)
  for (const [position, { index }] of places.entries()) {
    const block = lines.slice((begins[position] ?? 1) - 1, (begins[position + 1] ?? lines.length + 1) - 1)
    const error = errors.get(index)
    if (error === undefined) remaining.push(...sharedLines(block, format))
    else remaining.push(...remark(error, format), ...block)
  }
  return `${remaining.join('\n').trimEnd()}\n`
}

/** The error as a comment in the given format. Aiken has no comments. */
function remark(error: string, format: QuestionFormat): string[] {
  const text = error.replaceAll('\n', ' ').replaceAll('--', '- -')
  if (format === 'markdown') return ['<!--', text, '-->', '']
  if (format === 'gift') return [`// ${text}`]
  return format === 'moodle-xml' ? [`<!-- ${text} -->`] : []
}

/** The lines after a question that belong to the following ones. */
function sharedLines(block: readonly string[], format: QuestionFormat): string[] {
  if (format === 'gift') return block.filter((line) => /^\s*\$CATEGORY:/i.test(line))
  if (format === 'moodle-xml') {
    const text = block.join('\n')
    return [
      ...(text.match(/<question\s+type="category"[\s\S]*?<\/question>/g) ?? []),
      ...(text.match(/<\/quiz>/g) ?? []),
    ]
  }
  if (format !== 'markdown') return []
  const own = headingLevel(block[0]) ?? 7
  const shared = block.findIndex((line, position) => position > 0 && (headingLevel(line) ?? 7) < own)
  return shared === -1 ? [] : block.slice(shared)
}

const headingLevel = (line: string | undefined) => /^(#{1,6})\s/.exec(line ?? '')?.[1]?.length
