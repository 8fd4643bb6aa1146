import { useLocale, useMessages } from '../../shared/i18n/locale.ts'
import { showToast } from '../../shared/ui/toast-store.ts'
import styles from './background.module.css'
import { useConnection } from './use-connection.ts'

/** Says when the server is gone, and when it is back. */
export function Connection() {
  const { offline } = useMessages()
  const { isLost } = useConnection(sayRestored)
  if (!isLost) return null
  return (
    <div className={styles.note}>
      <p role="status">{offline.lost}</p>
    </div>
  )
}

function sayRestored(): void {
  const { offline, toast } = useLocale.getState().messages
  showToast({ tone: 'success', title: toast.success, message: offline.restored })
}
