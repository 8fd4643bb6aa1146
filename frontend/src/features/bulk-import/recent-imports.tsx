import type { ImportBatch } from '@rehearse/contracts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { LoadFailed, useErrorText } from '../../shared/ui/load-failed.tsx'
import { readImports, undoImport } from './api.ts'
import styles from './bulk-import.module.css'
import { useBulkMessages } from './messages.en.ts'

const ConfirmDialog = lazy(() => import('../../shared/ui/confirm-dialog.tsx'))

const SHOWN = 5
/** Polling interval while an import is running. Milliseconds. */
const POLL_INTERVAL = 2_000
const onTheWay = ['reading', 'waiting', 'storing']

/** The latest imports: their progress, their results, and undo. */
export function RecentImports() {
  const bulk = useBulkMessages()
  const { common } = useMessages()
  const format = useFormat()
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const [asking, setAsking] = useState<ImportBatch>()
  const list = useQuery({
    queryKey: ['admin', 'data', 'imports'],
    queryFn: async ({ signal }) => (await readImports(1, SHOWN, signal)).data,
    refetchInterval: (query) =>
      query.state.data?.some(({ state }) => onTheWay.includes(state)) ? POLL_INTERVAL : false,
  })
  const undo = useMutation({
    mutationFn: undoImport,
    onSettled: async () => {
      setAsking(undefined)
      await queryClient.invalidateQueries({ queryKey: ['admin', 'data'] })
      await queryClient.invalidateQueries({ queryKey: ['catalogue'] })
    },
  })
  if (list.isError) {
    return <LoadFailed title={bulk.recentFailed} error={list.error} onRetry={() => void list.refetch()} />
  }
  if (!list.data || list.data.length === 0) return null
  return (
    <section aria-labelledby="recent-imports" className={styles.section}>
      <h3 id="recent-imports">{bulk.recent}</h3>
      {undo.isError && (
        <Alert tone="error" title={bulk.undoFailed}>
          {errorText(undo.error)}
        </Alert>
      )}
      {undo.data && (
        <Alert tone="success">
          <p>{bulk.undone(undo.data.removed, undo.data.reverted)}</p>
          {undo.data.kept.length > 0 && <p>{bulk.undoSkipped(undo.data.kept.length)}</p>}
        </Alert>
      )}
      <ul className="plain-list">
        {list.data.map((batch) => (
          <li key={batch.batchId} className={styles.batch}>
            <span>
              <strong dir="auto">{batch.source}</strong>{' '}
              <span className={styles.hint}>
                {bulk.formats[batch.format]},{' '}
                <time dateTime={batch.createdAt}>{format.moment(batch.createdAt)}</time>
                {batch.dryRun && `, ${bulk.dryRun}`}
              </span>
              <br />
              {batch.state === 'done'
                ? bulk.counts(
                    format.number(batch.success ?? 0),
                    format.number(batch.skipped ?? 0),
                    format.number(batch.failed ?? 0),
                  )
                : bulk.states[batch.state]}
            </span>
            {batch.state === 'done' && (batch.success ?? 0) > 0 && (
              <Button
                size="small"
                aria-label={bulk.undoOf(batch.source)}
                pending={undo.isPending}
                onClick={() => setAsking(batch)}
              >
                {bulk.undo}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {asking && (
        <Suspense>
          <ConfirmDialog
            title={bulk.undoTitle}
            text={bulk.undoText(asking.success ?? 0)}
            confirmLabel={bulk.undo}
            cancelLabel={common.cancel}
            pending={undo.isPending}
            onCancel={() => setAsking(undefined)}
            onConfirm={() => undo.mutate(asking.batchId)}
          />
        </Suspense>
      )}
    </section>
  )
}
