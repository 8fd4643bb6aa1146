import { BULK_MATCHING_MAX } from '@rehearse/contracts/constants'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Button } from '../../shared/ui/button.tsx'
import { useErrorText } from '../../shared/ui/load-failed.tsx'
import { type BulkAction, type QuestionFilters, selectMatching } from './api.ts'
import { useManagerMessages } from './messages.en.ts'
import styles from './question-manager.module.css'
import type { Selection } from './use-selection.ts'

const ConfirmDialog = lazy(() => import('../../shared/ui/confirm-dialog.tsx'))
const BulkEditDialog = lazy(() => import('./bulk-edit-dialog.tsx'))
const MoveDialog = lazy(async () => ({ default: (await import('./bulk-dialogs.tsx')).MoveDialog }))
const StatusDialog = lazy(async () => ({ default: (await import('./bulk-dialogs.tsx')).StatusDialog }))
const TagDialog = lazy(async () => ({ default: (await import('./bulk-dialogs.tsx')).TagDialog }))

/** Bulk actions for the selected questions. Stays in view while the selection changes. */
export function SelectionBar({
  selection,
  filters,
  isWhole,
  pending,
  onAction,
  onClear,
}: {
  selection: Selection
  filters: QuestionFilters
  /** Whether no other questions match the filters. */
  isWhole: boolean
  pending: boolean
  onAction: (action: BulkAction) => void
  onClear: () => void
}) {
  const messages = useManagerMessages()
  const { common } = useMessages()
  const errorText = useErrorText()
  const [asking, setAsking] = useState<'status' | 'move' | 'tag' | 'edit' | 'delete'>()
  const { count } = selection
  const all = useMutation({
    mutationFn: () => selectMatching(filters),
    onSuccess: (found) => {
      if (found.count <= BULK_MATCHING_MAX) selection.selectAll(found)
    },
  })
  const tooMany = all.data && all.data.count > BULK_MATCHING_MAX
  const close = () => setAsking(undefined)
  const act = (action: BulkAction) => {
    close()
    onAction(action)
  }
  return (
    <section aria-label={messages.selectionActions} className={styles.selectionBar}>
      <p role="status" data-numeric className={styles.count}>
        {selection.isAll ? messages.selectedAll(count) : messages.selected(count)}
      </p>
      {selection.isWholePage && !selection.isAll && !isWhole && !tooMany && (
        <Button size="small" pending={all.isPending} onClick={() => all.mutate()}>
          {messages.selectAll}
        </Button>
      )}
      {tooMany && !selection.isAll && (
        <p role="status" className={styles.barNote}>
          {messages.selectAllTooMany(all.data.count, BULK_MATCHING_MAX)}
        </p>
      )}
      {all.isError && (
        <p role="alert" className={styles.barNote}>
          {errorText(all.error)}
        </p>
      )}
      <div className={styles.barActions}>
        {(['activate', 'deactivate', 'approve'] as const).map((action) => (
          <Button key={action} size="small" disabled={pending} onClick={() => pending || act({ action })}>
            {messages[action]}
          </Button>
        ))}
        {(['status', 'move', 'tag', 'edit'] as const).map((action) => (
          <Button key={action} size="small" aria-haspopup="dialog" onClick={() => setAsking(action)}>
            {action === 'status' ? messages.setStatus : messages[action]}
          </Button>
        ))}
        <Button size="small" variant="danger" aria-haspopup="dialog" onClick={() => setAsking('delete')}>
          {messages.delete}
        </Button>
        <Button size="small" variant="ghost" onClick={onClear}>
          {messages.clearSelection}
        </Button>
      </div>
      <Suspense>
        {asking === 'status' && (
          <StatusDialog count={count} onClose={close} onSet={(value) => act({ action: 'status', value })} />
        )}
        {asking === 'move' && (
          <MoveDialog count={count} onClose={close} onMove={(value) => act({ action: 'move', value })} />
        )}
        {asking === 'tag' && (
          <TagDialog count={count} onClose={close} onTag={(value) => act({ action: 'tag', value })} />
        )}
        {asking === 'edit' && (
          <BulkEditDialog
            selection={selection}
            onClose={close}
            onEdit={(value) => act({ action: 'edit', value })}
          />
        )}
        {asking === 'delete' && (
          <ConfirmDialog
            title={messages.deleteManyTitle}
            text={messages.deleteManyConfirm(count)}
            confirmLabel={common.delete}
            cancelLabel={common.cancel}
            pending={pending}
            onCancel={close}
            onConfirm={() => act({ action: 'delete' })}
          />
        )}
      </Suspense>
    </section>
  )
}
