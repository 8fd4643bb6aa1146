import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { useErrorText } from '../../shared/ui/error-text.ts'
import { useManagerMessages } from './manager-messages.ts'
import styles from './question-manager.module.css'
import { type LastChange, useBulkActions } from './use-bulk-actions.ts'

/** Says what has just been done, and takes it back. It stays until it is dismissed: nobody has to hurry. */
export function LastChangeNote({ change, onDismiss }: { change: LastChange; onDismiss: () => void }) {
  const messages = useManagerMessages()
  const errorText = useErrorText()
  const { undo } = useBulkActions()
  const said = change.deleted ? messages.deleted(change.changed) : messages.changed(change.changed)
  return (
    <div className={styles.note}>
      {undo.isError && (
        <Alert tone="error" title={messages.undoFailed}>
          {errorText(undo.error)}
        </Alert>
      )}
      {undo.data ? (
        <Alert tone={undo.data.kept > 0 ? 'warning' : 'success'} onDismiss={onDismiss}>
          <p>{messages.undone(undo.data.reverted)}</p>
          {undo.data.kept > 0 && <p>{messages.undoKept(undo.data.kept)}</p>}
        </Alert>
      ) : (
        <Alert
          tone="success"
          onDismiss={onDismiss}
          action={
            change.changed > 0 && (
              <Button size="small" pending={undo.isPending} onClick={() => undo.mutate(change)}>
                {undo.isPending ? messages.undoing : messages.undo}
              </Button>
            )
          }
        >
          <p>{said}</p>
          {change.notChanged > 0 && <p>{messages.notChanged(change.notChanged)}</p>}
        </Alert>
      )}
    </div>
  )
}
