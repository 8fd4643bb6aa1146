import type { ImportResult } from '@rehearse/contracts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import styles from './bulk-import.module.css'
import { useBulkMessages } from './bulk-messages.ts'
import { IssueList } from './issue-list.tsx'

/** What was stored, and what was not. */
export function ImportOutcome({
  result,
  onAnother,
  onClose,
}: {
  result: ImportResult
  onAnother: () => void
  onClose: () => void
}) {
  const bulk = useBulkMessages()
  const { common } = useMessages()
  const format = useFormat()
  return (
    <div className={styles.section}>
      <Alert tone={result.failed > 0 ? 'warning' : 'success'}>
        <p>{bulk.saved(format.number(result.success), format.number(result.failed))}</p>
        {result.skipped > 0 && <p>{bulk.skipped(result.skipped)}</p>}
      </Alert>
      <IssueList title={bulk.problems} issues={result.errors} />
      <div className={styles.actions}>
        <Button onClick={onAnother}>{bulk.another}</Button>
        <Button variant="primary" onClick={onClose}>
          {common.close}
        </Button>
      </div>
    </div>
  )
}
