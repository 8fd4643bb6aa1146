import type { FormEvent, ReactNode } from 'react'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Button } from '../../shared/ui/button.tsx'
import Modal from '../../shared/ui/modal.tsx'
import styles from './bulk-dialog.module.css'
import { useManagerMessages } from './messages.ts'

/** Asks how the selected questions are to be changed; its button says how many they are. */
export function BulkDialog({
  title,
  count,
  children,
  onSubmit,
  onClose,
}: {
  title: string
  count: number
  children: ReactNode
  onSubmit: () => void
  onClose: () => void
}) {
  const messages = useManagerMessages()
  const { common } = useMessages()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <Modal title={title} onClose={onClose}>
      <form onSubmit={submit} className={styles.form}>
        {children}
        <div className={styles.actions}>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" variant="primary">
            {messages.apply(count)}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
