import { useOwnWrite } from '../../shared/account/use-own-write.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { useErrorText } from '../../shared/ui/error-text.ts'
import { useAccountMessages } from './messages.en.ts'
import { SavedNote } from './saved-note.tsx'
import styles from './settings.module.css'

/** A button whose press is all that is needed, with what came of it beside it. */
export function WriteButton({
  label,
  pendingLabel = label,
  done,
  failed,
  write,
}: {
  label: string
  pendingLabel?: string
  done: string
  failed?: string
  write: () => Promise<unknown>
}) {
  const { settings } = useAccountMessages()
  const errorText = useErrorText()
  const writing = useOwnWrite({ mutationFn: write })
  return (
    <>
      {writing.isError && (
        <Alert tone="error">{errorText(writing.error, failed ?? settings.saveFailed)}</Alert>
      )}
      <div className={styles.actions}>
        <Button pending={writing.isPending} onClick={() => writing.mutate()}>
          {writing.isPending ? pendingLabel : label}
        </Button>
        <SavedNote shown={writing.isSuccess}>{done}</SavedNote>
      </div>
    </>
  )
}
