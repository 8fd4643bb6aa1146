import { Button } from './button.tsx'
import styles from './confirm-dialog.module.css'
import Modal from './modal.tsx'

/** Asks before an action that can't easily be undone. Load it lazily. */
export default function ConfirmDialog({
  title,
  text,
  confirmLabel,
  cancelLabel,
  pending,
  onConfirm,
  onCancel,
}: {
  title: string
  text: string
  confirmLabel: string
  cancelLabel: string
  pending: boolean
  onConfirm: () => void
  onCancel: () => void
}) {
  return (
    <Modal title={title} role="alertdialog" onClose={onCancel}>
      <p className={styles.text}>{text}</p>
      <div className={styles.actions}>
        <Button onClick={onCancel} autoFocus>
          {cancelLabel}
        </Button>
        <Button variant="danger" pending={pending} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </Modal>
  )
}
