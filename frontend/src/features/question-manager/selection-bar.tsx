import { lazy, Suspense, useState } from 'react'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Button } from '../../shared/ui/button.tsx'
import { useManagerMessages } from './manager-messages.ts'
import styles from './selection-bar.module.css'
import type { BulkAction } from './use-bulk-actions.ts'

const ConfirmDialog = lazy(() => import('../../shared/ui/confirm-dialog.tsx'))
const MoveDialog = lazy(() => import('./move-dialog.tsx'))
const TagDialog = lazy(() => import('./tag-dialog.tsx'))

/** What can be done with the chosen questions. Stays in view while one goes on choosing. */
export function SelectionBar({
  count,
  pending,
  onAction,
  onClear,
}: {
  count: number
  pending: boolean
  onAction: (action: BulkAction) => void
  onClear: () => void
}) {
  const messages = useManagerMessages()
  const { common } = useMessages()
  const [asking, setAsking] = useState<'move' | 'tag' | 'delete'>()
  const close = () => setAsking(undefined)
  const act = (action: BulkAction) => {
    close()
    onAction(action)
  }
  return (
    <section aria-label={messages.selectionActions} className={styles.bar}>
      <p role="status" data-numeric className={styles.count}>
        {messages.selected(count)}
      </p>
      {(['activate', 'deactivate', 'approve'] as const).map((action) => (
        <Button key={action} size="small" disabled={pending} onClick={() => pending || act({ action })}>
          {messages[action]}
        </Button>
      ))}
      {(['move', 'tag'] as const).map((action) => (
        <Button key={action} size="small" aria-haspopup="dialog" onClick={() => setAsking(action)}>
          {messages[action]}
        </Button>
      ))}
      <Button size="small" variant="danger" aria-haspopup="dialog" onClick={() => setAsking('delete')}>
        {messages.delete}
      </Button>
      <Button size="small" variant="ghost" onClick={onClear}>
        {messages.clearSelection}
      </Button>
      <Suspense>
        {asking === 'move' && (
          <MoveDialog count={count} onClose={close} onMove={(value) => act({ action: 'move', value })} />
        )}
        {asking === 'tag' && (
          <TagDialog count={count} onClose={close} onTag={(value) => act({ action: 'tag', value })} />
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
