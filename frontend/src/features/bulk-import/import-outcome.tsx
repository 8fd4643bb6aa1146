import type { ImportResult } from '@rehearse/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useFormat } from '../../shared/i18n/format.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { useErrorText } from '../../shared/ui/error-text.ts'
import styles from './bulk-import.module.css'
import { useBulkMessages } from './bulk-messages.ts'
import { downloadText } from './download-text.ts'
import { undoImport } from './import-calls.ts'
import { failingFile } from './reading/failing-file.ts'
import type { ReadSource } from './reading/source-row.ts'

/** Failures that are listed; the file has all of them. */
const LISTED = 100

/** What was stored, and what was not: to be fixed and imported again, or all of it taken back. */
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
          {undo.data.kept.length > 0 && <p>{bulk.undoKept(undo.data.kept.length)}</p>}
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
              ? bulk.importFailed(result.errors.map(({ error }) => error).join(', '))
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
      {result.errors.length > 0 && (
        <>
          <h3>{bulk.problems(format.number(result.errors.length))}</h3>
          <ul className={classNames('plain-list', styles.issues)}>
            {result.errors.slice(0, LISTED).map((issue) => (
              <li key={issue.index}>
                <span data-numeric className={styles.place}>
                  {issue.line === undefined
                    ? bulk.row(format.number(issue.index + 1))
                    : bulk.line(format.number(issue.line))}
                </span>
                <span dir="auto">{issue.error}</span>
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
